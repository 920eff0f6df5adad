"""Prepared texts with the states and spellings of their words, and what tags each word may have. Offsets become those of Python's strings."""
import json
import numpy as np

TYPES = ['PER', 'ORG', 'LOC', 'TECH', 'WORK', 'EVENT', 'MISC', 'NAT']
TAGS = ['O'] + [p + '-' + t for t in TYPES for p in 'BI']
K = len(TAGS)
TID = {t: i for i, t in enumerate(TAGS)}
WIDTH, SPELL = 384, 22
SOFT = 0.02


def with_types(*types):
    return [0] + [TID[p + '-' + t] for t in types for p in 'BI']


# What an unmarked word of a set may still be: types that the set does not mark.
OPEN = {
    'wnut': with_types('EVENT', 'MISC', 'NAT'),
    'btc': with_types('TECH', 'WORK', 'EVENT', 'MISC', 'NAT'),
    'ewt': with_types('TECH', 'WORK', 'EVENT', 'MISC', 'NAT'),
    'so': with_types('PER', 'ORG', 'LOC', 'EVENT', 'WORK', 'NAT'),
}


class Doc:
    """One text: words (start, end, pieces), states, spellings as written and in small letters, marked spans and what says nothing."""

    def __init__(self, row, words, states, spelling):
        self.id, self.set, self.text, self.row = row['id'], row['set'], row['text'], row
        self.words, self.states, self.spelling = words, states, spelling
        self.spans = [list(s) for s in row.get('spans', [])]
        self.mask = row.get('mask', [])


def utf16_places(text):
    """Where each of JavaScript's places is in this string; None where they are the same."""
    if all(ord(c) < 0x10000 for c in text):
        return None
    places = []
    for i, c in enumerate(text):
        places += [i] * (2 if ord(c) >= 0x10000 else 1)
    return np.array(places + [len(text)], dtype=np.int32)


def load(name, work, nationalities=frozenset()):
    rows = [json.loads(line) for line in open(f'{work}/data/{name}.jsonl')]
    metas = [json.loads(line) for line in open(f'{work}/st/{name}.jsonl')]
    states = np.fromfile(f'{work}/st/{name}.f16', dtype='<f2').reshape(-1, WIDTH)
    spelling = np.fromfile(f'{work}/st/{name}.sp', dtype='<f2').reshape(-1, 2, SPELL)
    docs, at = [], 0
    for row, meta in zip(rows, metas):
        assert row['id'] == meta['id']
        words = np.array(meta['words'], dtype=np.int32).reshape(-1, 3)
        places = utf16_places(row['text'])
        if places is not None:
            words[:, 0], words[:, 1] = places[words[:, 0]], places[words[:, 1]]
        doc = Doc(row, words, states[at:at + len(words)], spelling[at:at + len(words)])
        at += len(words)
        for span in doc.spans:
            if doc.text[span[0]:span[1]].lower() in nationalities and span[2] in ('LOC', 'MISC'):
                span[2] = 'NAT'
        docs.append(doc)
    return docs


def allowed(doc):
    """For each word the tags that it may have: 1, SOFT where the set does not mark the type, or 0."""
    tags = np.zeros((len(doc.words), K), dtype=np.float32)
    tags[:, OPEN.get(doc.set, [0])] = SOFT
    tags[:, 0] = 1
    start, end = doc.words[:, 0], doc.words[:, 1]
    for s, e in doc.mask:
        tags[(start < e) & (end > s)] = 1
    for s, e, kind in doc.spans:
        kinds = ['WORK', 'EVENT', 'TECH', 'MISC'] if doc.set == 'docred' and kind == 'MISC' else [kind]
        for j, w in enumerate(np.nonzero((start < e) & (end > s))[0]):
            tags[w] = 0
            for one in kinds:
                tags[w, TID[('B-' if j == 0 else 'I-') + one]] = 1
    return tags


def shifted(rows, k):
    out = np.zeros_like(rows)
    if k > 0:
        out[k:] = rows[:-k]
    elif k < 0:
        out[:k] = rows[-k:]
    return out


def features(doc, small=False):
    """States, then the spelling of the word, of the one before, after, two before and two after."""
    own = doc.spelling[:, 1 if small else 0]
    return np.concatenate([doc.states, own] + [shifted(own, k) for k in (1, -1, 2, -2)], 1)
