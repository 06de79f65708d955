import pyvkc as vkc


async def later():
    return 1


async def wrong():
    return later


def helper(x):
    async def inner():
        return 1

    return x


@vkc.kernel
def calls(x: vkc.Array[vkc.f32]):
    x[0] = helper(1.0)
