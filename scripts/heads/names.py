"""Trains the head that finds names: 494 inputs, one hidden layer, a CRF; marks may leave open what a set does not mark."""
import json
import numpy as np
import crf
from corpus import K, TAGS, WIDTH, allowed, features, load

HIDDEN, EPOCHS, RATE, BATCH, CHUNK, SMALL = 128, 4, 1.5e-3, 64, 64, 0.25
SETS = ['wnut-train', 'wnut-train', 'btc', 'crossner', 'docred-blind', 'redocred-train', 'so5k', 'ewt-test', 'templates']


def gather(work, sets, rng):
    nat = frozenset(json.load(open(f'{work}/nat.json')))
    xs, tags, lengths = [], [], []
    for name in sets:
        for doc in load(name, work, nat):
            small = rng.random() < SMALL
            if len(doc.words) == 0:
                continue
            xs.append(features(doc, small))
            tags.append(allowed(doc).astype(np.float16))
            lengths.append(len(doc.words))
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    chunks = [(o + a, min(CHUNK, l - a)) for o, l in zip(starts, lengths) for a in range(0, l, CHUNK)]
    return np.concatenate(xs), np.concatenate(tags), chunks


def batch_of(x, tags, chunks, mu, sd):
    n = max(l for _, l in chunks)
    places = np.zeros((len(chunks), n), np.int64)
    present = np.zeros((len(chunks), n), np.float32)
    for r, (o, l) in enumerate(chunks):
        places[r, :l], present[r, :l] = np.arange(o, o + l), 1
    return (x[places].astype(np.float32) - mu) / sd, np.maximum(tags[places].astype(np.float32), 1e-6), present


def train(work, sets=SETS, seed=7, epochs=EPOCHS, hidden=HIDDEN, log=True):
    rng = np.random.default_rng(seed)
    x, tags, chunks = gather(work, sets, rng)
    few = x[rng.choice(len(x), min(len(x), 40000), replace=False)].astype(np.float32)
    mu, sd = few.mean(0), few.std(0) + 1e-3
    order = sorted(range(len(chunks)), key=lambda i: chunks[i][1])
    batches = [order[i:i + BATCH] for i in range(0, len(order), BATCH)]
    p = crf.initial(rng, x.shape[1], hidden)
    adam, steps = crf.Adam(p), epochs * len(batches)
    for epoch in range(epochs):
        total = 0.0
        for b in rng.permutation(len(batches)):
            xs, ts, present = batch_of(x, tags, [chunks[i] for i in batches[b]], mu, sd)
            drop = (rng.random((xs.shape[0] * xs.shape[1], hidden), dtype=np.float32) > 0.2).astype(np.float32) / np.float32(0.8)
            loss, grads = crf.loss_and_gradients(p, xs, ts, present, drop)
            adam.step(p, grads, RATE * (1 - adam.k / steps))
            total += float(loss)
        if log:
            print('names: epoch', epoch, 'loss', round(total / len(batches), 4), flush=True)
    return folded(p, mu, sd)


def folded(p, mu, sd):
    """Mean and deviation of the inputs go into the first layer; forbidden steps become impossible."""
    w1 = p['w1'] / sd[:, None]
    return {**p, 'w1': w1, 'b1': p['b1'] - mu @ w1,
            't': np.where(crf.HARD, -1e4, p['t']).astype(np.float32), 's': np.where(crf.HARD_START, -1e4, p['s']).astype(np.float32)}


def quantised(p):
    """States' columns as bytes with a scale for each hidden unit, those of the spelling as halves: one scale for both would cost much."""
    states = p['w1'][:WIDTH]
    scale = np.abs(states).max(0) / 127
    return {'states': np.round(states / scale).astype(np.int8), 'scale': scale.astype('<f4'), 'spelling': p['w1'][WIDTH:].astype('<f2'),
            'bias': p['b1'].astype('<f4'), 'out': p['w2'].astype('<f2'), 'outBias': p['b2'].astype('<f4'),
            'transitions': p['t'].astype('<f4'), 'start': p['s'].astype('<f4')}


def tagger(q, bias=0.5):
    w1 = np.concatenate([q['states'].astype(np.float32) * q['scale'], q['spelling'].astype(np.float32)])
    w2 = q['out'].astype(np.float32)

    def tag(doc, small=False):
        if len(doc.words) == 0:
            return []
        e = np.maximum(features(doc, small).astype(np.float32) @ w1 + q['bias'], 0) @ w2 + q['outBias']
        e[:, 0] -= bias
        return spans_of(doc, crf.viterbi(e, q['transitions'], q['start']))
    return tag


def spans_of(doc, tags):
    out, cur = [], None
    for (s, e, _), t in zip(doc.words, tags):
        t = TAGS[t]
        if t[0] == 'I' and cur:
            cur[1] = int(e)
            continue
        if cur:
            out.append(cur)
        cur = [int(s), int(e), t[2:]] if t[0] == 'B' else None
    return out + ([cur] if cur else [])
