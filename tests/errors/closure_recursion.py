import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def wrong(x: Array[i32]):
    def factorial(n):
        return 1 if n < 2 else n * factorial(n - 1)

    x[0] = factorial(x[1])
