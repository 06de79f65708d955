import pyvkc as vkc
from pyvkc import Array, i32

OPTIONS = {"debug": "none"}  # a golden has no path of its own


@vkc.kernel(debug=True)
def checked(x: Array[i32], p: Array[i32]):
    i = vkc.global_id()
    x[i] = 7 // x[p[i]] if i > 0 else 0
