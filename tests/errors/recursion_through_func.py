import pyvkc as vkc
from pyvkc import Array, i32


@vkc.func
def gcd(a, b):
    return a if b == 0 else gcd(b, a % b)


@vkc.kernel
def wrong(x: Array[i32]):
    x[0] = gcd(x[0], x[1])
