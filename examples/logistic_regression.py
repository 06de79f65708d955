"""Logistic regression: fit weights and a bias so that sigmoid(weights · x + bias) predicts a label of 0 or 1.

    python logistic_regression.py                           # five points, gradient descent, updated on the host
    python logistic_regression.py --dataset breast_cancer   # 569 × 30, accelerated descent, all on the device

Both record a step once, as a sequence of launches and copies, and run it over and over.
"""

import argparse
import math
from pathlib import Path

import numpy as np

import pyvkc as vkc
from pyvkc import Array, f32, i32

# Plain Python functions that kernels call are compiled along with them.


def sigmoid(z):
    return 1 / (1 + math.exp(-z))


def log_loss(z, label):
    """What a wrong prediction costs: -log(sigmoid(z)) where the label is 1, -log(1 - sigmoid(z)) where it is 0."""
    return max(z, 0) - z * label + math.log(1 + math.exp(-abs(z)))  # never takes the log of 0


# ---- Five points with two features each

X_I = np.array([0, 1, 1, 1, 1], np.float32)
X_J = np.array([0, 0, 0, 1, 1], np.float32)
LABELS = np.array([0, 0, 0, 1, 1], np.float32)


@vkc.kernel
def point_gradients(
    x_i: Array[f32], x_j: Array[f32], labels: Array[f32], weights: Array[f32], bias: Array[f32],
    d_weights_i: Array[f32], d_weights_j: Array[f32], d_bias: Array[f32], loss: Array[f32],
):  # fmt: skip
    """One invocation a point: its shares of the mean loss and of its derivatives."""
    k = vkc.global_id()
    z = weights[0] * x_i[k] + weights[1] * x_j[k] + bias[0]
    error = (sigmoid(z) - labels[k]) / len(labels)
    d_weights_i[k] = error * x_i[k]
    d_weights_j[k] = error * x_j[k]
    d_bias[k] = error
    loss[k] = log_loss(z, labels[k]) / len(labels)


def fit_points(iterations=100, rate=0.1):
    """Descend from weights and bias of 0; yields weights, bias and the loss before, for each iteration."""
    host_weights, host_bias = np.zeros(2, np.float32), np.zeros(1, np.float32)
    points = [vkc.array(values) for values in (X_I, X_J, LABELS)]
    weights, bias = vkc.empty(2, f32), vkc.empty(1, f32)
    d_weights_i, d_weights_j, d_bias, loss = (vkc.empty(5, f32) for _ in range(4))

    with vkc.record() as step:  # what is called here is recorded, and nothing runs yet
        weights.copy_from(host_weights)  # each run will read the NumPy arrays anew
        bias.copy_from(host_bias)
        point_gradients[5](*points, weights, bias, d_weights_i, d_weights_j, d_bias, loss)

    for _ in range(iterations):
        step.run()
        host_weights[0] -= rate * d_weights_i.numpy().sum()
        host_weights[1] -= rate * d_weights_j.numpy().sum()
        host_bias[0] -= rate * d_bias.numpy().sum()
        yield host_weights.copy(), float(host_bias[0]), float(loss.numpy().sum())


def show_points():
    print("iteration     loss  weights             bias  predictions")
    needed = 1
    for iteration, (weights, bias, loss) in enumerate(fit_points(), start=1):
        predictions = weights[0] * X_I + weights[1] * X_J + bias > 0
        if not np.array_equal(predictions, LABELS):
            needed = iteration + 1
        if iteration in (1, 10, 100):
            numbers = f"{loss:7.4f}  {weights[0]:7.4f} {weights[1]:7.4f}  {bias:7.4f}"
            print(f"{iteration:9}  {numbers}  {predictions.astype(int)}")
    print(f"{'labels':>43}  {LABELS.astype(int)}")
    if needed > iteration:
        raise SystemExit("The predictions differ from the labels.")
    print(f"The predictions equal the labels from iteration {needed} on.")


# ---- The breast cancer data: Nesterov's accelerated gradient
#
# A descent that keeps most of its speed: the gradient is taken where the speed alone would lead, at `ahead`. All of it
# happens on the device. The bias is the weight of a feature that is always 1 and has no penalty.


@vkc.kernel
def errors(x: Array[f32, 2], labels: Array[f32], ahead: Array[f32], error: Array[f32], loss: Array[f32]):
    """One invocation a sample: how far off its prediction is."""
    sample = vkc.global_id()
    z = 0.0
    for feature in range(len(ahead)):
        z += x[sample, feature] * ahead[feature]
    error[sample] = sigmoid(z) - labels[sample]
    loss[sample] = log_loss(z, labels[sample])


@vkc.kernel
def descend(
    x: Array[f32, 2], error: Array[f32], penalty: Array[f32], weights: Array[f32], ahead: Array[f32], count: Array[i32],
    rate: f32, momentum: f32,
):  # fmt: skip
    """One invocation a weight: its gradient over all samples, and the step it takes."""
    feature = vkc.global_id()
    gradient = penalty[feature] * ahead[feature]
    for sample in range(len(error)):
        gradient += x[sample, feature] * error[sample]
    new = ahead[feature] - rate * gradient
    speed = min((count[0] - 1) / (count[0] + 2), momentum)  # starts at 0 and grows
    ahead[feature] = new + speed * (new - weights[feature])
    weights[feature] = new


@vkc.kernel
def keep_loss(loss: Array[f32], penalty: Array[f32], ahead: Array[f32], history: Array[f32], count: Array[i32]):
    """A single invocation: count the step and note its loss, penalty included, for the host to read at the end."""
    total = 0.0
    for sample in range(len(loss)):
        total += loss[sample]
    for feature in range(len(ahead)):
        total += 0.5 * penalty[feature] * ahead[feature] ** 2
    history[count[0]] = total
    count[0] += 1


def fit_table(x, labels, iterations=600, chunk=20):
    """Fit standardised data with an L2 penalty (C = 1); returns weights, bias and the loss before each iteration."""
    from tqdm import tqdm

    x = np.column_stack([x, np.ones(len(x))]).astype(np.float32)
    samples, features = x.shape
    steepest = np.linalg.norm(x, 2) ** 2 / 4 + 1  # the loss curves at most this much: steps of 1 / steepest are safe
    rate, momentum = 1 / steepest, (steepest**0.5 - 1) / (steepest**0.5 + 1)

    x, labels = vkc.array(x), vkc.array(labels.astype(np.float32))
    penalty = vkc.array(np.append(np.ones(features - 1), 0).astype(np.float32))
    weights, ahead = vkc.zeros(features, f32), vkc.zeros(features, f32)
    error, loss = vkc.empty(samples, f32), vkc.empty(samples, f32)
    history, count = vkc.zeros(iterations, f32), vkc.zeros(1, i32)

    with vkc.record() as step:
        errors[samples](x, labels, ahead, error, loss)
        keep_loss[1](loss, penalty, ahead, history, count)
        descend[features](x, error, penalty, weights, ahead, count, rate, momentum)

    for _ in tqdm(range(0, iterations, chunk), desc="descending", unit=" steps", unit_scale=chunk):
        step.run(times=chunk)
    *fitted, bias = weights.numpy()
    return np.array(fitted), float(bias), history.numpy()


def show_table(picture):
    from sklearn.datasets import load_breast_cancer
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler

    x, labels = load_breast_cancer(return_X_y=True)
    x = StandardScaler().fit_transform(x)
    weights, bias, history = fit_table(x, labels)
    reference = LogisticRegression(C=1, tol=1e-8, max_iter=1000).fit(x, labels)
    best = reference.coef_[0]

    accuracy = np.mean((x @ weights + bias > 0) == labels)
    distance = np.linalg.norm(weights - best) / np.linalg.norm(best)
    print("               pyvkc  scikit-learn")
    print(f"accuracy     {accuracy:7.4f}  {reference.score(x, labels):12.4f}")
    print(f"intercept    {bias:7.4f}  {reference.intercept_[0]:12.4f}")
    print(f"weight norm  {np.linalg.norm(weights):7.4f}  {np.linalg.norm(best):12.4f}")
    print(f"Relative to their norm, the weights are {distance:.1e} apart.")
    plot_loss(history, picture)
    print(f"The loss went from {history[0]:.2f} to {history[-1]:.2f}; {picture} shows how.")
    if accuracy < 0.985 or distance > 1e-3:
        raise SystemExit("That is too far from scikit-learn's result.")


def plot_loss(history, picture):
    import matplotlib

    matplotlib.use("agg")  # draws into files and needs no display
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    axes.semilogx(np.arange(1, len(history) + 1), history)
    axes.set(xlabel="iteration", ylabel="loss", title="Logistic regression of the breast cancer data")
    axes.grid(which="both", alpha=0.3)
    figure.savefig(picture, dpi=120)
    pyplot.close(figure)


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Logistic regression on the GPU.")
    parser.add_argument("--dataset", choices=["points", "breast_cancer"], default="points")
    parser.add_argument("--plot", type=Path, default=Path("loss.png"), help="where to draw the loss (breast_cancer)")
    options = parser.parse_args(arguments)
    if options.dataset == "points":
        show_points()
    else:
        show_table(options.plot)


if __name__ == "__main__":
    main()
