"""One kernel without annotations serves floats and integers: it is compiled for whatever is passed."""

import numpy as np

import pyvkc as vkc


@vkc.kernel
def k(arr_in, arr_out, factor):
    i = vkc.global_id()
    arr_out[i] = arr_in[i] * factor


def scaled(values, factor):
    """What the kernel makes of a NumPy array, which may be passed as it is: results are copied back into it."""
    result = np.zeros_like(values)
    k[values.size](values, result, factor)
    return result


def main():
    print(scaled(np.array([1, 2, 3, 4, 5], np.float32), 10.0))  # compiled for f32
    print(scaled(np.array([6, 7, 8, 9, 10], np.int32), 5))  # and again for i32


if __name__ == "__main__":
    main()
