import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel(print_lines=100)
def reports(x: Array[f32]):
    i = vkc.global_id()
    assert x[i] >= 0, f"x[{i}] is {x[i]:.1f}"
    if i == 2:
        print("x", i, x[i], sep=":")
