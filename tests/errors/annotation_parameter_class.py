import pyvkc as vkc


@vkc.kernel
def wrong(x: list):
    x[0] = 1
