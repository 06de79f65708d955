import pyvkc as vkc
from pyvkc import Array, i32


def divide(a, b):
    if b == 0:
        return 0, -1
    return a // b, a % b


@vkc.kernel
def tuple_result(x: Array[i32], n: i32):
    i = vkc.global_id()
    quotient, remainder = divide(x[i], n)
    x[i] = quotient * remainder
