import pyvkc as vkc
from pyvkc import Array, f32


class Filters:
    @staticmethod
    def smooth(v):
        return v / "2"

    @vkc.kernel
    def wrong(x: Array[f32]):
        x[0] = Filters.smooth(x[1])


kernel = Filters.wrong
