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


@vkc.kernel
def point_gradients(
    x_i: Array[f32], x_j: Array[f32], labels: Array[f32], weights: Array[f32], bias: Array[f32],
    d_weights_i: Array[f32], d_weights_j: Array[f32], d_bias: Array[f32], loss: Array[f32],
):  # fmt: skip
    """One invocation a point: its loss, and its share of the derivatives of the mean loss."""
    k = vkc.global_id()
    z = weights[0] * x_i[k] + weights[1] * x_j[k] + bias[0]
    error = (sigmoid(z) - labels[k]) / len(labels)
    d_weights_i[k] = error * x_i[k]
    d_weights_j[k] = error * x_j[k]
    d_bias[k] = error
    loss[k] = log_loss(z, labels[k])


def fit_points(iterations=100, rate=0.1):
    """Fit the five points; returns weights, bias, predictions, and the iterations it took until all were right."""
    x_i = np.array([0, 1, 1, 1, 1], np.float32)
    x_j = np.array([0, 0, 0, 1, 1], np.float32)
    labels = np.array([0, 0, 0, 1, 1], np.float32)
    weights, bias = np.full(2, 0.001, np.float32), np.zeros(1, np.float32)

    points = vkc.array(x_i), vkc.array(x_j), vkc.array(labels)
    model = vkc.empty(2, f32), vkc.empty(1, f32)
    d_weights_i, d_weights_j, d_bias, loss = (vkc.empty(5, f32) for _ in range(4))

    with vkc.record() as step:  # nothing runs yet
        model[0].copy_from(weights)  # a recorded copy reads the NumPy array anew in each run
        model[1].copy_from(bias)
        point_gradients[5](*points, *model, d_weights_i, d_weights_j, d_bias, loss)

    last_wrong = 0
    for iteration in range(1, iterations + 1):
        step.run()
        weights -= rate * np.array([d_weights_i.numpy().sum(), d_weights_j.numpy().sum()])
        bias -= rate * d_bias.numpy().sum()
        predictions = (weights[0] * x_i + weights[1] * x_j + bias[0] > 0).astype(int)
        if (predictions != labels).any():
            last_wrong = iteration
    return weights, float(bias[0]), labels.astype(int), predictions, last_wrong + 1


def show_points():
    weights, bias, labels, predictions, needed = fit_points()
    print(f"after 100 iterations: weights {weights}, bias {bias:.4f}")
    print(f"labels       {labels}")
    print(f"predictions  {predictions}")
    if needed > 100:
        raise SystemExit("The predictions differ from the labels.")
    print(f"The predictions equal the labels from iteration {needed} on.")


# ---- The breast cancer data: Nesterov's accelerated gradient
#
# A descent that keeps some of its speed: the gradient is taken where the speed alone would lead, at `ahead`. All of it
# stays on the device. The bias is the weight of a feature that is always 1 and has no penalty.


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
    x: Array[f32, 2], error: Array[f32], penalty: Array[f32], weights: Array[f32], ahead: Array[f32],
    rate: f32, momentum: f32,
):  # fmt: skip
    """One invocation a weight: its gradient over all samples, and the step it takes."""
    feature = vkc.global_id()
    gradient = penalty[feature] * ahead[feature]
    for sample in range(len(error)):
        gradient += x[sample, feature] * error[sample]
    new = ahead[feature] - rate * gradient
    ahead[feature] = new + momentum * (new - weights[feature])
    weights[feature] = new


@vkc.kernel
def keep_loss(loss: Array[f32], penalty: Array[f32], ahead: Array[f32], history: Array[f32], count: Array[i32]):
    """A single invocation: note the loss of this step, penalty included, in a history that the host reads at the end."""
    total = 0.0
    for sample in range(len(loss)):
        total += loss[sample]
    for feature in range(len(ahead)):
        total += 0.5 * penalty[feature] * ahead[feature] ** 2
    history[count[0]] = total
    count[0] += 1


def fit_table(x, labels, iterations=600, chunk=20, progress=iter):
    """Fit standardised data with an L2 penalty (C = 1); returns weights, bias and the loss after each iteration.

    `progress` wraps the loop over chunks of iterations, as tqdm does.
    """
    x = np.column_stack([x, np.ones(len(x))]).astype(np.float32)
    samples, features = x.shape
    steepest = np.linalg.norm(x, 2) ** 2 / 4 + 1  # the loss curves at most this much, so steps of 1 / steepest are safe
    rate, momentum = 1 / steepest, (steepest**0.5 - 1) / (steepest**0.5 + 1)

    table, labels = vkc.array(x), vkc.array(labels.astype(np.float32))
    penalty = vkc.array(np.append(np.ones(features - 1), 0).astype(np.float32))
    weights, ahead = vkc.zeros(features, f32), vkc.zeros(features, f32)
    error, loss = vkc.empty(samples, f32), vkc.empty(samples, f32)
    history, count = vkc.zeros(iterations, f32), vkc.zeros(1, i32)

    with vkc.record() as step:
        errors[samples](table, labels, ahead, error, loss)
        keep_loss[1](loss, penalty, ahead, history, count)
        descend[features](table, error, penalty, weights, ahead, rate, momentum)

    for _ in progress(range(iterations // chunk)):
        step.run(times=chunk)
    *fitted, bias = weights.numpy()
    return np.array(fitted), float(bias), history.numpy()


def show_table(picture):
    from sklearn.datasets import load_breast_cancer
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler
    from tqdm import tqdm

    x, labels = load_breast_cancer(return_X_y=True)
    x = StandardScaler().fit_transform(x)
    weights, bias, history = fit_table(x, labels, progress=lambda chunks: tqdm(chunks, unit_scale=20, unit=" steps"))
    plot_loss(history, picture)

    reference = LogisticRegression(C=1, tol=1e-8, max_iter=1000).fit(x, labels)
    accuracy = np.mean((x @ weights + bias > 0) == labels)
    distance = np.linalg.norm(weights - reference.coef_[0]) / np.linalg.norm(reference.coef_)
    print(f"{'':14}{'pyvkc':>8}  scikit-learn")
    print(f"{'accuracy':14}{accuracy:8.4f}  {reference.score(x, labels):.4f}")
    print(f"{'intercept':14}{bias:8.4f}  {reference.intercept_[0]:.4f}")
    print(f"{'weight norm':14}{np.linalg.norm(weights):8.4f}  {np.linalg.norm(reference.coef_):.4f}")
    print(f"The weights are {distance:.1e} apart, relative to their norm. The loss is plotted in {picture}.")
    if accuracy < 0.985 or distance > 1e-3:
        raise SystemExit("That is too far from scikit-learn's result.")


def plot_loss(history, picture):
    import matplotlib

    matplotlib.use("agg")  # draws into files, needs no display
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    axes.semilogy(history)
    axes.set(xlabel="iteration", ylabel="loss", title="Logistic regression of the breast cancer data")
    axes.grid(alpha=0.3)
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
