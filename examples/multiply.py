"""Multiply two arrays, element by element: the smallest whole program."""

import numpy as np

import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def multiply(a: Array[f32], b: Array[f32], product: Array[f32]):
    i = vkc.global_id()  # which of the invocations this one is: 0, 1, 2, ...
    product[i] = a[i] * b[i]


def main():
    a = vkc.array(np.array([1, 2, 3, 4, 5], np.float32))  # copied into the device's memory
    b = vkc.array(np.array([2, 4, 6, 8, 10], np.float32))
    product = vkc.zeros(5, f32)
    multiply[5](a, b, product)  # five invocations, each of them one element
    print(product.numpy())  # waits for the kernel, then copies back


if __name__ == "__main__":
    main()
