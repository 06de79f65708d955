import pyvkc as vkc
from pyvkc import Array, i32


@vkc.kernel
def for_step_at_run_time(x: Array[i32], start: i32, stop: i32, step: i32):
    for k in range(start, stop, step):
        x[k] = k
