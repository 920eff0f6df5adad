"""The tagger in numpy: one hidden layer and a linear-chain CRF over what the marks allow, with its gradients, and Viterbi's way back."""
import numpy as np
from corpus import K, TAGS

HARD = np.array([[TAGS[b][0] == 'I' and TAGS[a][2:] != TAGS[b][2:] for b in range(K)] for a in range(K)])
HARD_START = np.array([t[0] == 'I' for t in TAGS])


def initial(rng, inputs, hidden):
    lecun = lambda i, o: rng.uniform(-1, 1, (i, o)).astype(np.float32) / np.float32(np.sqrt(i))
    return {
        'w1': lecun(inputs, hidden), 'b1': np.zeros(hidden, np.float32),
        'w2': lecun(hidden, K), 'b2': np.zeros(K, np.float32),
        't': np.where(HARD, -3, 0).astype(np.float32), 's': np.where(HARD_START, -3, 0).astype(np.float32),
    }


def sums(emissions, present, trans, start):
    """Log sums over all paths and their marginals, scaled step by step. emissions are exponentials: (paths, n, K)."""
    b, n, _ = emissions.shape
    alpha, beta = np.empty((b, n, K), np.float32), np.ones((b, n, K), np.float32)
    scale = np.ones((b, n), np.float32)
    v = start * emissions[:, 0]
    for t in range(n):
        if t:
            v = np.where(present[:, t, None], (alpha[:, t - 1] @ trans) * emissions[:, t], alpha[:, t - 1])
        c = v.sum(1) + 1e-30
        alpha[:, t], scale[:, t] = v / c[:, None], c
    for t in range(n - 2, -1, -1):
        v = (beta[:, t + 1] * emissions[:, t + 1]) @ trans.T
        v = np.where(present[:, t + 1, None], v, beta[:, t + 1])
        beta[:, t] = v / (v.sum(1, keepdims=True) + 1e-30)
    marginal = alpha * beta
    marginal /= marginal.sum(2, keepdims=True) + 1e-30
    return np.log(scale).sum(1), alpha, beta, marginal * present[:, :, None]


def pairwise(alpha, beta, emissions, present, trans):
    """How often each tag follows each, summed over everything."""
    right = (beta * emissions)[:, 1:]
    left = alpha[:, :-1]
    norm = np.einsum('bti,btj,ij->bt', left, right, trans, optimize=True) + 1e-30
    weight = present[:, 1:] / norm
    return np.einsum('bti,btj->ij', left * weight[:, :, None], right, optimize=True) * trans


def loss_and_gradients(p, x, tags, present, drop):
    b, n, d = x.shape
    z = x.reshape(-1, d) @ p['w1'] + p['b1']
    h = np.maximum(z, 0) * drop
    e = (h @ p['w2'] + p['b2']).reshape(b, n, K)
    exps = np.exp(e - e.max(2, keepdims=True))
    both = np.concatenate([exps, exps * tags])
    twice = np.concatenate([present, present])
    trans, start = np.exp(p['t']), np.exp(p['s'])
    z_all, alpha, beta, marginal = sums(both, twice, trans, start)
    words = present.sum()
    loss = (z_all[:b] - z_all[b:]).sum() / words
    de = ((marginal[:b] - marginal[b:]) / words).reshape(-1, K)
    dt = (pairwise(alpha[:b], beta[:b], both[:b], present, trans) - pairwise(alpha[b:], beta[b:], both[b:], present, trans)) / words
    ds = (marginal[:b, 0] - marginal[b:, 0]).sum(0) / words
    dz = (de @ p['w2'].T) * drop * (z > 0)
    return loss, {'w2': h.T @ de, 'b2': de.sum(0), 'w1': x.reshape(-1, d).T @ dz, 'b1': dz.sum(0), 't': dt, 's': ds}


class Adam:
    """AdamW with decay of the weights apart from the gradient."""

    def __init__(self, params, decay=1e-5):
        self.m = {k: np.zeros_like(v) for k, v in params.items()}
        self.v = {k: np.zeros_like(v) for k, v in params.items()}
        self.decay, self.k = decay, 0

    def step(self, params, grads, rate):
        self.k += 1
        for name, g in grads.items():
            m, v = self.m[name], self.v[name]
            m += 0.1 * (g - m)
            v += 0.001 * (g * g - v)
            step = (m / (1 - 0.9 ** self.k)) / (np.sqrt(v / (1 - 0.999 ** self.k)) + 1e-8)
            params[name] -= np.float32(rate) * (step + self.decay * params[name])


def viterbi(emissions, trans, start):
    if len(emissions) == 0:
        return []
    v, back = emissions[0] + start, np.zeros((len(emissions), K), np.int32)
    for i in range(1, len(emissions)):
        m = v[:, None] + trans
        back[i] = m.argmax(0)
        v = m.max(0) + emissions[i]
    out = [int(v.argmax())]
    for i in range(len(emissions) - 1, 0, -1):
        out.append(int(back[i, out[-1]]))
    return out[::-1]
