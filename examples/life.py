"""Conway's game of life, checked against SciPy.

Gosper's gun fires gliders across a board that wraps around, until they come back and hit it: see
``python life.py --generations 400``.
"""

import argparse

import numpy as np

import pyvkc as vkc
from pyvkc import Array, bool_

GUN = """
........................O...........
......................O.O...........
............OO......OO............OO
...........O...O....OO............OO
OO........O.....O...OO..............
OO........O...O.OO....O.O...........
..........O.....O.......O...........
...........O...O....................
............OO......................
"""


@vkc.kernel
def generation(before: Array[bool_, 2], after: Array[bool_, 2]):
    """One invocation a cell: count the living neighbours, then be born, live on or die."""
    i, j = vkc.global_id()
    height, width = before.shape
    around = 0
    for di in range(-1, 2):
        for dj in range(-1, 2):
            if (di, dj) != (0, 0):
                around += before[(i + di) % height, (j + dj) % width]  # as in Python: -1 % height is height - 1
    after[i, j] = around == 3 or (around == 2 and before[i, j])


def board(height, width):
    """A board with the gun in its upper left corner."""
    cells = np.zeros((height, width), bool)
    gun = np.array([[cell == "O" for cell in row] for row in GUN.split()])
    cells[2 : 2 + gun.shape[0], 2 : 2 + gun.shape[1]] = gun
    return cells


def play(cells, generations):
    """The board after so many generations, which must be an even number: two boards take turns."""
    first, second = vkc.array(cells), vkc.empty(cells.shape, bool_)
    with vkc.record() as two_generations:
        generation[cells.shape](first, second)
        generation[cells.shape](second, first)
    two_generations.run(times=generations // 2)
    return first.numpy()


def play_by_scipy(cells, generations):
    from scipy.signal import convolve2d

    neighbours = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]])
    for _ in range(generations):
        around = convolve2d(cells, neighbours, mode="same", boundary="wrap")
        cells = (around == 3) | ((around == 2) & cells)
    return cells


def drawing(cells):
    """The board as text, two rows of cells in each line."""
    pairs = cells[0::2].astype(int) + 2 * cells[1::2]
    return "\n".join("".join(" ▀▄█"[pair] for pair in row).rstrip() for row in pairs)


def even(text):
    if int(text) < 0 or int(text) % 2:
        raise argparse.ArgumentTypeError(f"{text} is not an even number")
    return int(text)


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Play Conway's game of life on the GPU.")
    parser.add_argument("--generations", type=even, default=120, help="how many, an even number (default: 120)")
    options = parser.parse_args(arguments)

    start = board(48, 76)
    end = play(start, options.generations)
    print(drawing(end))
    print(f"{np.count_nonzero(end)} cells live after {options.generations} generations.")
    if not np.array_equal(end, play_by_scipy(start, options.generations)):
        raise SystemExit("The board differs from SciPy's.")
    print("The board equals SciPy's.")


if __name__ == "__main__":
    main()
