"""The two array libraries that training runs on: NumPy for processors, PyTorch for GPUs.

The trainer uses only what both have; the rest is here. Products with sparse inputs are deterministic in both, so that
a seeded training on one device always gives the same network.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

from boardwright.errors import BoardwrightError
from boardwright.installing import needs

with needs("training", extra="train"):
    import numpy as np
    import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float32]
Array: TypeAlias = Any
"""An array of either library."""


class Inputs(Protocol):
    """Sparse inputs of a batch of positions."""

    def times(self, weights: Array) -> Array:
        """Return the matrix product with dense weights."""

    def gradient(self, slopes: Array) -> Array:
        """Return the gradient of the weights, given that of the product."""


class Arrays(Protocol):
    """An array library on one device."""

    processor: str
    """What computes, as text."""
    out_of_memory: type[Exception]
    """Raised where its memory does not suffice."""

    def array(self, values: Any) -> Array:
        """Copy a NumPy array to the device."""

    def numpy(self, array: Array) -> Any:
        """Copy an array from the device."""

    def inputs(self, indices: Array, counts: Array, columns: int) -> Inputs:
        """Return sparse inputs: for each position a row of column indices, and their counts."""

    def columns(self, first: Array, second: Array) -> Array:
        """Return a matrix of two columns."""

    def sigmoid(self, array: Array) -> Array: ...

    def softplus(self, array: Array) -> Array: ...


class NumpyArrays:
    """NumPy, with the sparse matrices of SciPy."""

    processor = "machine"
    out_of_memory: type[Exception] = MemoryError

    def __init__(self) -> None:
        with needs("training", extra="train"):
            from scipy.sparse import csr_array
        self.csr_array = csr_array

    def array(self, values: Any) -> Array:
        return values

    def numpy(self, array: Array) -> Any:
        return array

    def inputs(self, indices: Array, counts: Array, columns: int) -> Inputs:
        rows, width = indices.shape
        starts = np.arange(0, rows * width + 1, width)
        values = counts.ravel().astype(np.float32)
        return _SparseRows(self.csr_array((values, indices.ravel(), starts), shape=(rows, columns)))

    def columns(self, first: Array, second: Array) -> Array:
        return np.stack([first, second], axis=1)

    def sigmoid(self, array: Array) -> Array:
        return 1 / (1 + np.exp(-array))

    def softplus(self, array: Array) -> Array:
        return np.logaddexp(np.float32(0), array)


class _SparseRows:
    def __init__(self, matrix: Any) -> None:
        self.matrix = matrix

    def times(self, weights: Array) -> Array:
        return self.matrix @ weights

    def gradient(self, slopes: Array) -> Array:
        return self.matrix.T @ slopes


class TorchArrays:
    """PyTorch on a GPU, where dense products are faster than sparse ones."""

    def __init__(self, device: str) -> None:
        with needs("training on a GPU", extra="torch"):
            import torch
        if device.startswith("cuda") and not torch.cuda.is_available():
            raise BoardwrightError("there is no CUDA device: expected --device cpu")
        self.torch = torch
        self.processor = "GPU"
        self.out_of_memory: type[Exception] = torch.OutOfMemoryError
        self.device = torch.device(device)

    def array(self, values: Any) -> Array:
        return self.torch.from_numpy(np.ascontiguousarray(values)).to(self.device)

    def numpy(self, array: Array) -> Any:
        return array.cpu().numpy()

    def inputs(self, indices: Array, counts: Array, columns: int) -> Inputs:
        dense = self.torch.zeros((len(indices), columns), device=self.device)
        # Sums of small integers are exact in any order.
        dense.scatter_add_(1, indices.long(), counts.float())
        return _DenseRows(dense)

    def columns(self, first: Array, second: Array) -> Array:
        return self.torch.stack([first, second], dim=1)

    def sigmoid(self, array: Array) -> Array:
        return self.torch.sigmoid(array)

    def softplus(self, array: Array) -> Array:
        return self.torch.nn.functional.softplus(array)


class _DenseRows:
    def __init__(self, dense: Array) -> None:
        self.dense = dense

    def times(self, weights: Array) -> Array:
        return self.dense @ weights

    def gradient(self, slopes: Array) -> Array:
        return self.dense.T @ slopes


def open_arrays(device: str) -> Arrays:
    """Return the array library for a device: ``cpu`` is NumPy, ``cuda`` PyTorch."""
    return NumpyArrays() if device == "cpu" else TorchArrays(device)
