import pyvkc as vkc


@vkc.kernel
def wrong(x: dict, /):
    pass
