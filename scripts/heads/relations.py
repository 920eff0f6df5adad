"""Trains the head that reads relations between two things of one sentence:
   hidden = relu(H·head + T·tail + C·between + B·before + A·after + S·small), with other C, B and A when the tail comes first."""
import json
import numpy as np
from corpus import WIDTH, load
from crf import Adam

NOTED = 'WORKS_FOR LEADS REPORTS_TO MEMBER_OF FOUNDED OWNS LIVES_IN BORN_IN MOVED_TO LOCATED_IN MET SPOUSE_OF CHILD_OF SIBLING_OF RELATIVE_OF FRIEND_OF LIKES DISLIKES USES DEPENDS_ON REPLACED_BY WRITTEN_IN MAINTAINS PART_OF CREATED DECIDED DUE HAS_VERSION STUDIED_AT'.split()
TOLD = 'CITIZEN_OF BORN_ON DIED_ON DIED_IN PUBLISHED_ON FOUNDED_ON HAPPENED_ON PARTICIPATED_IN AWARDED CAPITAL_OF FOLLOWED_BY STARS RELEASED_BY COMES_FROM'.split()
TYPES = NOTED + TOLD
ID = {t: i for i, t in enumerate(TYPES)}
SYMMETRIC = {'SPOUSE_OF', 'SIBLING_OF', 'RELATIVE_OF', 'FRIEND_OF', 'MET'}
# Where one is said the other may be meant too, and is not judged.
NEAR = {'WORKS_FOR': 'MEMBER_OF', 'MEMBER_OF': 'WORKS_FOR', 'LEADS': 'WORKS_FOR MEMBER_OF MAINTAINS', 'FOUNDED': 'OWNS LEADS WORKS_FOR CREATED', 'CREATED': 'MAINTAINS OWNS FOUNDED', 'MAINTAINS': 'CREATED OWNS', 'USES': 'DEPENDS_ON WRITTEN_IN LIKES', 'DEPENDS_ON': 'USES', 'WRITTEN_IN': 'USES DEPENDS_ON', 'DECIDED': 'USES LIKES', 'MOVED_TO': 'LIVES_IN', 'BORN_IN': 'LIVES_IN CITIZEN_OF', 'LIVES_IN': 'MOVED_TO BORN_IN CITIZEN_OF', 'LOCATED_IN': 'PART_OF', 'PART_OF': 'LOCATED_IN', 'STUDIED_AT': 'WORKS_FOR MEMBER_OF', 'CITIZEN_OF': 'BORN_IN LIVES_IN', 'CAPITAL_OF': 'LOCATED_IN', 'COMES_FROM': 'LOCATED_IN', 'REPLACED_BY': 'FOLLOWED_BY', 'FOLLOWED_BY': 'REPLACED_BY'}
# A sentence of ours says what it says and not what is like it: `uses` is no dependency, and who lives somewhere need not come from there.
NEAR_OURS = {**NEAR, 'USES': '', 'DEPENDS_ON': '', 'WRITTEN_IN': '', 'CREATED': 'FOUNDED', 'MAINTAINS': '', 'LIVES_IN': 'CITIZEN_OF', 'BORN_IN': 'CITIZEN_OF', 'STUDIED_AT': 'MEMBER_OF'}
RANGES = 12  # numbers that name word ranges in a row of pairs
BETWEEN, NEAR_TAIL = 2, 5  # places among these ranges
# Marked in Re-DocRED.
WIKIDATA = 'WORKS_FOR MEMBER_OF LIVES_IN BORN_IN SPOUSE_OF CHILD_OF SIBLING_OF OWNS CREATED FOUNDED LOCATED_IN STUDIED_AT PART_OF LEADS REPLACED_BY'.split() + TOLD


class Pairs:
    """Rows of pairs with the pooled states of their words."""

    def __init__(self):
        self.x, self.small, self.first, self.y, self.weight, self.places = [], [], [], [], [], []

    def add(self, doc, index, rows, labels):
        if not rows:
            return
        states = np.concatenate([np.zeros((1, WIDTH), np.float32), np.cumsum(doc.states.astype(np.float32), 0, dtype=np.float64)]).astype(np.float32)
        r = np.array(rows, dtype=np.float64)
        ranges = r[:, 2:2 + RANGES].astype(np.int64).reshape(-1, 6, 2)
        length = np.maximum(1, ranges[:, :, 1] - ranges[:, :, 0])[:, :, None]
        pooled = (states[ranges[:, :, 1]] - states[ranges[:, :, 0]]) / length
        # What stands behind the last thing named between the two counts as much as all between them.
        pooled[:, BETWEEN] = (pooled[:, BETWEEN] + pooled[:, NEAR_TAIL]) / 2
        pooled = pooled[:, :NEAR_TAIL]
        self.x.append(pooled.astype(np.float16))
        self.small.append(r[:, 3 + RANGES:].astype(np.float32))
        self.first.append(ranges[:, 0, 0] < ranges[:, 1, 0])
        self.places += [(index, int(h), int(t)) for h, t in r[:, :2]]
        if labels is not None:
            y, w = labels(doc, r, ranges)
            self.y.append(y)
            self.weight.append(w)

    def done(self):
        for name in ('x', 'small', 'first', 'y', 'weight'):
            value = getattr(self, name)
            setattr(self, name, np.concatenate(value) if value else None)
        return self


def mark(y, w, said, r, strength=None, near=NEAR):
    at = {}
    for i, (h, t) in enumerate(r[:, :2].astype(int)):
        at.setdefault((h, t), []).append(i)
    for h, t, kind, *rest in said:
        for pair in ((h, t), (t, h)) if kind in SYMMETRIC else ((h, t),):
            for i in at.get(pair, []):
                k = 1.0 if strength is None else strength(i, *rest)
                if k > 0:
                    y[i, ID[kind]] = 1
                w[i, ID[kind]] = k
                for other in near.get(kind, '').split():
                    if y[i, ID[other]] == 0:
                        w[i, ID[other]] = 0


def of_templates(doc, r, _):
    y, w = np.zeros((len(r), len(TYPES)), np.float32), np.ones((len(r), len(TYPES)), np.float32)
    w[:, len(NOTED):] = 0.2
    mark(y, w, doc.row['said'], r, near=NEAR_OURS)
    mark(np.zeros_like(y), w, doc.row['open'], r, lambda i: 0)
    return y, w


def of_redocred(doc, r, ranges):
    y, w = np.zeros((len(r), len(TYPES)), np.float32), np.full((len(r), len(TYPES)), 0.3, np.float32)
    w[:, [ID[t] for t in WIKIDATA]] = 0.8
    starts = np.array(doc.row['sents'])
    sentence = np.searchsorted(starts, doc.words[ranges[:, 0, 0], 0], side='right') - 1

    def strength(i, evidence):
        return 0.5 if not evidence else 1.0 if sentence[i] in evidence else 0.0
    mark(y, w, doc.row['said'], r, strength)
    return y, w


def of_knowledgenet(doc, r, _):
    y, w = np.zeros((len(r), len(TYPES)), np.float32), np.full((len(r), len(TYPES)), 0.1, np.float32)
    # A passage was marked for some types only: those that it has facts of, as far as one can tell.
    w[:, [ID[kind] for _, _, kind in doc.row['said']]] = 1
    mark(y, w, doc.row['said'], r)
    return y, w


def of_fewrel(doc, r, _):
    """Somebody judged the two things that stand first, one way; of the others next to nothing is known."""
    y, w = np.zeros((len(r), len(TYPES)), np.float32), np.full((len(r), len(TYPES)), 0.05, np.float32)
    w[(r[:, 0] < 2) & (r[:, 1] < 2)] = 0.3
    mark(y, w, doc.row['said'], r)
    return y, w


def read_pairs(work, name, rows_file=None, labels=None, keep=lambda row: True, into=None):
    into = into or Pairs()
    docs = load(name, work)
    rows = [json.loads(line) for line in open(f'{work}/data/{rows_file or name}.jsonl')]
    lines = open(f'{work}/st/{rows_file or name}.pairs').read().split('\n')
    for i, (doc, row) in enumerate(zip(docs, rows)):
        doc.row = row
        if keep(row):
            into.add(doc, i, json.loads(lines[i]), labels)
    return into


def initial(rng, small, hidden, count):
    init = lambda i, o, gain=1.0: (rng.standard_normal((i, o)) * gain / np.sqrt(i)).astype(np.float32)
    p = {'ends': init(2 * WIDTH, hidden), 'forth': init(3 * WIDTH, hidden, .7), 'back': init(3 * WIDTH, hidden, .7),
         'small': init(small, hidden), 'bias': np.zeros(hidden, np.float32), 'out': init(hidden, count, .5), 'outBias': np.full(count, -4, np.float32)}
    return p


def hidden_of(p, x, small, first):
    n = len(x)
    ends, around = x[:, :2].reshape(n, -1), x[:, 2:].reshape(n, -1)
    z = ends @ p['ends'] + small @ p['small'] + p['bias']
    z[first] += around[first] @ p['forth']
    z[~first] += around[~first] @ p['back']
    return z, ends, around


def gradients(p, x, small, first, y, w, drop):
    z, ends, around = hidden_of(p, x, small, first)
    h = np.maximum(z, 0) * drop
    o = h @ p['out'] + p['outBias']
    prob = 1 / (1 + np.exp(-o))
    loss = -(w * (y * np.log(prob + 1e-7) + (1 - y) * np.log(1 - prob + 1e-7))).sum() / len(x)
    do = w * (prob - y) / len(x)
    dz = (do @ p['out'].T) * drop * (z > 0)
    return loss, {'out': h.T @ do, 'outBias': do.sum(0), 'ends': ends.T @ dz, 'small': small.T @ dz, 'bias': dz.sum(0),
                  'forth': around[first].T @ dz[first], 'back': around[~first].T @ dz[~first]}


def train(pairs, seed=7, hidden=128, epochs=8, rate=1e-3, batch=512, keep=0.6, drop=0.3, decay=1e-2, log=True):
    rng = np.random.default_rng(seed)
    few = pairs.x[rng.choice(len(pairs.x), min(len(pairs.x), 20000), replace=False), :2].astype(np.float32).reshape(-1, WIDTH)
    mu, sd = few.mean(0), few.std(0) + 1e-3
    some = pairs.y.any(1)
    yes, no = np.nonzero(some)[0], np.nonzero(~some)[0]
    p = initial(rng, pairs.small.shape[1], hidden, pairs.y.shape[1])
    adam, k, steps = Adam(p, decay), 0, epochs * (int(len(yes) + keep * len(no)) // batch + 1)
    for epoch in range(epochs):
        order, total = rng.permutation(np.concatenate([yes, rng.choice(no, int(len(no) * keep), replace=False)])), 0.0
        for at in range(0, len(order), batch):
            ix = order[at:at + batch]
            x = standard(pairs.x[ix], mu, sd)
            mask = (rng.random((len(ix), hidden), dtype=np.float32) > drop).astype(np.float32) / np.float32(1 - drop)
            loss, grads = gradients(p, x, pairs.small[ix], pairs.first[ix], pairs.y[ix], pairs.weight[ix], mask)
            adam.step(p, grads, rate * min(1, k / 100) * (1 - k / steps))
            k += 1
            total += float(loss)
        if log:
            print('relations: epoch', epoch, 'loss', round(total / (len(order) // batch + 1), 4), flush=True)
    return p, mu, sd


def standard(x, mu, sd):
    """An empty range stays zero: nothing stands there."""
    x = x.astype(np.float32)
    empty = ~x.any(2, keepdims=True)
    return np.where(empty, 0, (x - mu) / sd)


def scores(p, mu, sd, pairs):
    out = []
    for at in range(0, len(pairs.x), 4096):
        part = slice(at, at + 4096)
        z, _, _ = hidden_of(p, standard(pairs.x[part], mu, sd), pairs.small[part], pairs.first[part])
        out.append(1 / (1 + np.exp(-(np.maximum(z, 0) @ p['out'] + p['outBias']))))
    return np.concatenate(out)


def gather(work, without=lambda row: False):
    """Fold 4 of KnowledgeNet is never learnt; `without` leaves out documents of Re-DocRED."""
    pairs = read_pairs(work, 'notes', labels=of_templates)
    read_pairs(work, 'forms', labels=of_templates, into=pairs)
    read_pairs(work, 'redocred-train', 'redocred-things', of_redocred, keep=lambda row: not without(row), into=pairs)
    read_pairs(work, 'knowledgenet', 'knowledgenet-all', of_knowledgenet, keep=lambda row: row['fold'] != '4', into=pairs)
    read_pairs(work, 'fewrel', 'fewrel-all', of_fewrel, into=pairs)
    return pairs.done()
