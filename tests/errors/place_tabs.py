import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(x: Array[f32]):
	i = vkc.global_id()
	if i > 3:
		x[i] =	undefined_name	+ 1
