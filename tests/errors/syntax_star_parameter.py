import pyvkc as vkc


@vkc.kernel
def wrong(*arrays):
    arrays[0][0] = 1
