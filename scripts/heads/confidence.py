"""How often a relation is right that the reader says, by what speaks for and against it: a logistic line with a share for each type, fitted on texts
   that the head which read them was not taught: the last documents of Re-DocRED's development part, a fold of KnowledgeNet and half of our own sentences."""
import json
import unicodedata
import numpy as np
from corpus import utf16_places
from relations import SYMMETRIC, TYPES

CLUES, STIFF, LOOSE = 7, 3.0, 0.02
# What is shown by default, and how many of a hundred of it shall be right where it is hardest.
BAR, RIGHT = 0.7, 0.89
# What no head says of itself: everything as it scores.
PLAIN = {'clues': [1] + [0] * (CLUES - 1), 'types': [0] * len(TYPES)}


def plain(name):
    letters = ''.join(c if unicodedata.category(c)[0] in 'LN' else ' ' for c in unicodedata.normalize('NFKD', name.lower()))
    return ' '.join(letters.split())


def readings(path, rows):
    for line, row in zip(open(path), rows):
        read, places = json.loads(line), utf16_places(row['text'])
        at = (lambda i: i) if places is None else (lambda i: int(places[i]))
        yield row, [plain(row['text'][at(s):at(e)]) for s, e, _ in read['names']], read['said']


def judged(path, rows, things_of, said_of, marks=lambda row, kind: True):
    """[type, clues, right] of what was said, of each pair of names once: the surest. `marks` says whether a text marks a type at all."""
    for row, names, said in readings(path, rows):
        gold, things, best = said_of(row), things_of(row), {}
        for head, kind, tail, clues in said:
            key = (names[head], kind, names[tail])
            if kind in TYPES and marks(row, kind) and names[head] != names[tail] and (key not in best or best[key][0] < clues[0]):
                best[key] = clues
        for (head, kind, tail), clues in best.items():
            pairs = {(h, t) for h, one in enumerate(things) for t, other in enumerate(things) if head in one and tail in other}
            pairs |= {(t, h) for h, t in pairs} if kind in SYMMETRIC else set()
            verdict = {gold[(*pair, kind)] for pair in pairs if (*pair, kind) in gold}
            if verdict != {'open'}:
                yield [TYPES.index(kind), clues, bool(verdict)]


def of_marked(path, rows, marks=lambda row, kind: True):
    """Rows with `entities` by their places and what is `said` of them."""
    def things(row):
        return [{plain(row['text'][m[0]:m[1]]) for m in thing['mentions']} for thing in row['entities']]
    return judged(path, rows, things, lambda row: {(h, t, kind): 'said' for h, t, kind, *_ in row['said']}, marks)


def of_own(path, rows):
    """Our own sentences, by names; titles and articles are no part of them."""
    def things(row):
        return [{plain(name) for name in thing['names']} | {plain(name).split(' ', 1)[-1] for name in thing['names']} for thing in row['entities']]
    return judged(path, rows, things, lambda row: {(r['from'], r['to'], r['type']): 'open' if r.get('optional') else 'said' for r in row['relations']})


def fit(samples, weights):
    """Newton's method; types are held together by STIFF, clues hardly at all."""
    n, count = len(samples), len(TYPES)
    x = np.zeros((n, CLUES + 1 + count))
    x[:, :CLUES] = [clues for _, clues, _ in samples]
    x[:, CLUES] = 1
    x[np.arange(n), CLUES + 1 + np.array([kind for kind, _, _ in samples])] = 1
    y, w = np.array([right for *_, right in samples], float), np.array(weights)
    hold = np.concatenate([np.full(CLUES + 1, LOOSE), np.full(count, STIFF)])
    b = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-(x @ b)))
        b += np.linalg.solve((x * (w * p * (1 - p))[:, None]).T @ x + np.diag(hold), x.T @ (w * (y - p)) - hold * b)
    return {'clues': [round(float(v), 4) for v in b[:CLUES]], 'types': [round(float(v + b[CLUES]), 4) for v in b[CLUES + 1:]]}


def sure(line, samples):
    b = np.array(line['clues'])
    return [1 / (1 + np.exp(-(float(np.dot(b, clues)) + line['types'][kind]))) for kind, clues, _ in samples]


def cautious(line, samples):
    """A wrong relation costs more than a missing one: the whole line is lowered until enough of what reaches the bar is right."""
    def shown(by):
        return [right for s, (*_, right) in zip(sure(lowered(line, by), samples), samples) if s >= BAR]
    by = next(step / 20 for step in range(100) if np.mean(shown(step / 20) or [1]) >= RIGHT)
    return lowered(line, by)


def lowered(line, by):
    return {**line, 'types': [round(v - by, 4) for v in line['types']]}


def report(line, name, samples):
    shown = [right for s, (*_, right) in zip(sure(line, samples), samples) if s >= BAR]
    print('confidence:', name, len(samples), 'judged,', len(shown), 'with 0.7 or more, of which right', round(sum(shown) / max(1, len(shown)), 3), flush=True)
