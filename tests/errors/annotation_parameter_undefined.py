import pyvkc as vkc
from pyvkc import f32


@vkc.kernel
def wrong(x: "Aray[f32]"):
    x[0] = 1
