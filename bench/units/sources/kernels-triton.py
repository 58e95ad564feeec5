# triton sm_90 matmul
# triton sm_80 softmax
# triton sm_90 histogram
# triton sm_90 lock
"""Kernels of Triton. The first lines say of which architecture and which kernel."""

import triton
import triton.language as tl


@triton.jit
def matmul(a, b, c, n, m, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    rows = tl.program_id(0) * M + tl.arange(0, M)
    columns = tl.program_id(1) * N + tl.arange(0, N)
    inner = tl.arange(0, K)
    total = tl.zeros((M, N), dtype=tl.float32)
    for at in range(0, k, K):
        left = tl.load(a + rows[:, None] * k + (at + inner)[None, :], mask=(at + inner)[None, :] < k, other=0.0)
        right = tl.load(b + (at + inner)[:, None] * m + columns[None, :], mask=(at + inner)[:, None] < k, other=0.0)
        total += tl.dot(left, right)
    inside = (rows[:, None] < n) & (columns[None, :] < m)
    tl.store(c + rows[:, None] * m + columns[None, :], total, mask=inside)


@triton.jit
def softmax(x, out, n, B: tl.constexpr):
    at = tl.arange(0, B)
    row = tl.load(x + tl.program_id(0) * n + at, mask=at < n, other=-float("inf"))
    powers = tl.exp(row - tl.max(row, 0))
    tl.store(out + tl.program_id(0) * n + at, powers / tl.sum(powers, 0), mask=at < n)


@triton.jit
def histogram(x, bins, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.atomic_add(bins + tl.load(x + at, mask=at < n, other=0), 1, mask=at < n, sem="relaxed")


@triton.jit
def lock(turn, data):
    while tl.atomic_cas(turn, 0, 1, sem="acquire", scope="gpu") == 1:
        pass
    tl.store(data, tl.load(data) + 1)
    tl.debug_barrier()
    tl.atomic_xchg(turn, 0, sem="release", scope="gpu")


floats, ints = "*fp16", "*i32"
signatures = {
    "matmul": ({"a": floats, "b": floats, "c": "*fp32", "n": "i32", "m": "i32", "k": "i32"}, {"M": 64, "N": 64, "K": 32}),
    "softmax": ({"x": "*fp32", "out": "*fp32", "n": "i32"}, {"B": 1024}),
    "histogram": ({"x": ints, "bins": ints, "n": "i32"}, {"B": 256}),
    "lock": ({"turn": ints, "data": ints}, {}),
}
