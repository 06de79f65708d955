import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def wrong(x: Array[i32]):
    def even(n):
        return True if n == 0 else odd(n - 1)

    odd = lambda n: False if n == 0 else even(n - 1)
    x[0] = even(x[1])
