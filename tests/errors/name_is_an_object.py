import pyvkc as vkc
from pyvkc import Array, f32


class Settings:
    scale = 2.0


settings = Settings()


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = settings.scale * settings
