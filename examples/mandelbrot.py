"""The Mandelbrot set as a PNG: ``python mandelbrot.py --view spiral --size 1920x1080``.

Every iteration count is compared with NumPy's. The kernel rounds as NumPy does, so they are equal, all of them.
"""

import argparse
import math
import time
from pathlib import Path

import numpy as np

import pyvkc as vkc
from pyvkc import Array, f32, i32

VIEWS = {  # the centre (real and imaginary part), and the width of what is shown
    "whole":     (-0.65, 0.0, 3.6),
    "seahorse":  (-0.7435669, 0.1314023, 0.0022878),
    "spiral":    (-0.761574, -0.0847596, 0.006),
    "snowflake": (-0.1015, 0.9563, 0.02),
}  # fmt: skip
STOPS = [  # places on a circle, and their colours
    (0.0,  (10, 14, 80)),
    (0.16, (32, 107, 203)),
    (0.42, (237, 255, 255)),
    (0.64, (255, 170, 0)),
    (0.86, (70, 10, 30)),
    (1.0,  (10, 14, 80)),
]  # fmt: skip
FAR = 256.0  # a point whose distance from 0, squared, gets here will never come back
INSIDE = -1.0  # the shade of the set itself, which stays black
SAMPLES = 2  # a pixel is the mean of 2 × 2 samples, for smooth edges


@vkc.kernel
def escape(counts: Array[i32, 2], shades: Array[f32, 2], left: f32, top: f32, step: f32, limit: i32):
    """One invocation a sample c: how often z → z² + c is applied until z is far away, and a place on the palette."""
    row, column = vkc.global_id()
    c_re, c_im = left + step * column, top - step * row
    re, im = 0.0, 0.0
    count = 0
    while count < limit and re * re + im * im < FAR:
        re, im = re * re - im * im + c_re, 2 * re * im + c_im
        count += 1
    counts[row, column] = count
    # How far z got past the limit makes the count smooth; its logarithm spreads the colours evenly over all depths.
    smooth = count + 1 - math.log2(math.log2(re * re + im * im) / 8)
    shades[row, column] = math.log(smooth) if count < limit else INSIDE


@vkc.kernel
def paint(shades: Array[f32, 2], palette: Array[f32, 2], image: Array[f32, 3]):
    """One invocation for each colour and pixel: the mean of its samples' colours."""
    colour, row, column = vkc.global_id()
    total = 0.0
    for i in range(SAMPLES):
        for j in range(SAMPLES):
            shade = shades[SAMPLES * row + i, SAMPLES * column + j]
            if shade != INSIDE:
                total += palette[int(shade * len(palette)) % len(palette), colour]
    image[row, column, colour] = total / SAMPLES**2


def make_palette(entries=1024):
    """Red, green and blue along a closed circle of colours, from 0 to 1."""
    places = np.linspace(0, 1, entries, endpoint=False)
    colours = np.array([colour for _, colour in STOPS]) / 255
    stops = [place for place, _ in STOPS]
    return np.stack([np.interp(places, stops, channel) for channel in colours.T], axis=1).astype(np.float32)


def corner(view, height, width):
    """The place of the first sample, and the distance between samples, for a picture of so many samples."""
    re, im, extent = VIEWS[view]
    step = extent / width
    return re - step * (width - 1) / 2, im + step * (height - 1) / 2, step


def render(view, height, width, limit):
    """The picture, an array of height × width × 3 numbers from 0 to 1, and the iteration counts of its samples."""
    rows, columns = SAMPLES * height, SAMPLES * width
    counts, shades = vkc.empty((rows, columns), i32), vkc.empty((rows, columns), f32)
    image = vkc.empty((height, width, 3), f32)
    escape[rows, columns](counts, shades, *corner(view, rows, columns), limit)
    paint[3, height, width](shades, make_palette(), image)  # the last axis is the fastest: it had better be long
    return image.numpy(), counts.numpy()


def counts_by_numpy(view, rows, columns, limit):
    """What `escape` counts, computed by NumPy with the points that are not yet far away."""
    left, top, step = map(np.float32, corner(view, rows, columns))
    c_re, c_im = left + step * np.arange(columns, dtype=np.float32), top - step * np.arange(rows, dtype=np.float32)
    c_re, c_im = (part.ravel() for part in np.meshgrid(c_re, c_im))
    re, im = np.zeros_like(c_re), np.zeros_like(c_im)
    counts, here = np.full(c_re.size, limit, np.int32), np.arange(c_re.size)
    for count in range(limit):
        near = re * re + im * im < np.float32(FAR)
        if not near.all():
            counts[here[~near]] = count
            c_re, c_im, re, im, here = (part[near] for part in (c_re, c_im, re, im, here))
        re, im = re * re - im * im + c_re, 2 * re * im + c_im
    return counts.reshape(rows, columns)


def picture_size(text):
    width, height = text.lower().split("x")
    return int(width), int(height)


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Draw the Mandelbrot set on the GPU.")
    parser.add_argument("--view", choices=VIEWS, default="seahorse")
    parser.add_argument("--size", type=picture_size, default=(960, 640), metavar="WIDTHxHEIGHT")
    parser.add_argument("--iterations", type=int, default=500, help="the most that are made for a sample")
    parser.add_argument("--output", type=Path, default=Path("mandelbrot.png"))
    options = parser.parse_args(arguments)
    from PIL import Image

    width, height = options.size
    start = time.perf_counter()
    image, counts = render(options.view, height, width, options.iterations)
    middle = time.perf_counter()
    expected = counts_by_numpy(options.view, *counts.shape, options.iterations)
    end = time.perf_counter()

    Image.fromarray(np.rint(255 * image).astype(np.uint8)).save(options.output)
    print(f"{options.output}: {width} × {height} pixels, {counts.size:,} samples, {counts.sum():,} iterations")
    print(f"pyvkc {middle - start:.2f} s with compiling and colours, NumPy {end - middle:.2f} s")
    different = np.count_nonzero(counts != expected)
    if different:
        raise SystemExit(f"Iteration counts and NumPy's differ: {different} of {counts.size}.")
    print("All iteration counts equal NumPy's.")


if __name__ == "__main__":
    main()
