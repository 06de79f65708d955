import pyvkc as vkc


@vkc.kernel
def wrong(x: vkc.Array[vkc.f32]):
    async def inner(items):
        async for item in items:
            x[0] = item
