import pyvkc as vkc
from pyvkc import Array


@vkc.kernel
def wrong(x: "Array[str]"):
    x[0] = 1
