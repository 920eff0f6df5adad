"""Writes the weights of both heads into one file: four bytes for the length of a header in JSON, the header, the arrays one after the other."""
import hashlib
import json
import numpy as np
from corpus import TAGS, WIDTH
from relations import TYPES

BIAS = 0.5


def quantised_relations(p, mu, sd):
    """Columns in the order of `columns.ts`, as bytes with a scale each; mean and deviation of the states go into the weights."""
    def raw(block, parts):
        return [block[i * WIDTH:(i + 1) * WIDTH] / sd[:, None] for i in range(parts)]
    columns = raw(p['ends'], 2) + raw(p['forth'], 3) + raw(p['back'], 3)
    shifts = [-(mu @ c) for c in columns]
    states = np.concatenate(columns, 1)
    scale = np.abs(states).max(0) / 127
    return {'states': np.round(states / scale).astype(np.int8), 'scale': scale.astype('<f4'),
            'bias': (p['bias'] + shifts[0] + shifts[1]).astype('<f4'), 'shift': np.stack(shifts[2:]).astype('<f4'),
            'small': p['small'].astype('<f2'), 'out': p['out'].astype('<f2'), 'outBias': p['outBias'].astype('<f4')}


def write(path, names, relations, confidence, seed):
    arrays = [(f'names.{k}', v) for k, v in names.items()] + [(f'relations.{k}', v) for k, v in relations.items()]
    header = json.dumps({'tags': TAGS, 'types': TYPES, 'bias': BIAS, 'confidence': confidence, 'seed': seed,
                         'arrays': [[k, v.dtype.name, list(v.shape)] for k, v in arrays]}).encode()
    blob = len(header).to_bytes(4, 'little') + header + b''.join(np.ascontiguousarray(v).tobytes() for _, v in arrays)
    with open(path, 'wb') as out:
        out.write(blob)
    return hashlib.sha256(blob).hexdigest(), len(blob)
