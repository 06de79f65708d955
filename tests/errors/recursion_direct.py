import pyvkc as vkc
from pyvkc import Array, i32


def factorial(n):
    if n < 2:
        return 1
    return n * factorial(n - 1)


@vkc.kernel
def wrong(x: Array[i32]):
    x[0] = factorial(x[1])
