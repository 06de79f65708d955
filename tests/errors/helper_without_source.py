import pyvkc as vkc
from pyvkc import Array, f32


names = {}
exec("def hidden(v):\n    return v * 2", names)
hidden = names["hidden"]


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = hidden(x[1])
