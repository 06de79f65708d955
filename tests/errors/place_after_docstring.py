import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(x: Array[f32]):
    """A docstring
    of several lines."""
    i = vkc.global_id()

    # A comment, then a blank line.

    x[i] = (
        nothing
    )
