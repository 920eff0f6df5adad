"""Makes the weights of the reader's heads: python3 scripts/heads/build.py MIRRORS WORK
   MIRRORS holds git directories `<owner>+<name>/repo` of what NOTICE lists; WORK gets some 2 GB and keeps states between runs.
   Needs numpy (tried with 2.4) and the project's Node in PATH. The same seed gives the same bytes on the same machine; then put the printed
   hash into packages/providers/src/extract/heads/weights.ts and raise the reader's number."""
import json
import os
import subprocess
import sys

os.environ['OPENBLAS_NUM_THREADS'] = '1'
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import numpy as np  # noqa: E402  (after the number of threads is said)
import corpora  # noqa: E402
import export  # noqa: E402
import names  # noqa: E402
import relations  # noqa: E402
import templates  # noqa: E402
from corpus import load, utf16_places  # noqa: E402

SEED, SENTENCES = 7, 16000
TARGET = os.path.join(HERE, '../../packages/providers/heads/heads.bin')
SPANS = ['wnut-train', 'btc', 'crossner', 'docred-blind', 'redocred-train', 'ewt-test']
KINDS = {'date': 'TIME', 'version': 'VERSION', 'package': 'TECH'}


def node(script, *arguments):
    subprocess.run(['node', os.path.join(HERE, script), *arguments], check=True)


def read_all(work):
    """States are kept from run to run, unless their texts have changed."""
    for name in [*names.SETS, 'knowledgenet']:
        data, states = f'{work}/data/{name}.jsonl', f'{work}/st/{name}'
        if not os.path.exists(f'{states}.jsonl') or os.path.getmtime(f'{states}.jsonl') < os.path.getmtime(data):
            node('states.ts', data, states)
        node('spelling.ts', data, states, f'{states}.sp')


def with_nationalities(work):
    """A nationality is no place that something lies in, though Re-DocRED marks it as one."""
    nat, path = set(json.load(open(f'{work}/nat.json'))), f'{work}/data/redocred-train.jsonl'
    with open(path) as rows, open(f'{work}/data/redocred-things.jsonl', 'w') as out:
        for row in map(json.loads, rows):
            for thing in row['entities']:
                start, end, _ = thing['mentions'][0]
                thing['type'] = 'NAT' if row['text'][start:end].lower() in nat else thing['type']
            out.write(json.dumps(row, ensure_ascii=False) + '\n')
    node('pairs.ts', f'{work}/data/redocred-things.jsonl', f'{work}/st/redocred-train', f'{work}/st/redocred-things.pairs')


def with_found_names(work, tag):
    """Passages of KnowledgeNet with everything that is named in them: what a passage does not relate is as much worth as what it does."""
    node('things.ts', 'things', f'{work}/data/knowledgenet.jsonl', f'{work}/data/knowledgenet.things')
    things = [json.loads(line) for line in open(f'{work}/data/knowledgenet.things')]
    with open(f'{work}/data/knowledgenet-all.jsonl', 'w') as out:
        for doc, known in zip(load('knowledgenet', work), things):
            places, taken = utf16_places(doc.text), [tuple(t['mentions'][0][:2]) for t in doc.row['entities']]
            known = [(s, e, KINDS.get(k, 'OTHER')) if places is None else (int(places[s]), int(places[e]), KINDS.get(k, 'OTHER')) for s, e, k in known]
            for s, e, kind in [*known, *tag(doc)]:
                if not any(s < b and e > a for a, b in taken):
                    taken.append((s, e))
                    doc.row['entities'].append({'type': kind, 'mentions': [[s, e]]})
            out.write(json.dumps(doc.row, ensure_ascii=False) + '\n')
    node('pairs.ts', f'{work}/data/knowledgenet-all.jsonl', f'{work}/st/knowledgenet', f'{work}/st/knowledgenet-all.pairs')


def main(mirrors, work):
    for folder in ('data', 'st'):
        os.makedirs(f'{work}/{folder}', exist_ok=True)
    if not os.path.exists(f'{work}/data/knowledgenet.jsonl'):
        corpora.prepare(mirrors, work)
    node('things.ts', 'nationalities', f'{work}/nat.json', *[f'{work}/data/{name}.jsonl' for name in SPANS])
    if not os.path.exists(f'{work}/data/templates.jsonl'):
        templates.main(work, SENTENCES)
    read_all(work)
    tagger = names.quantised(names.train(work, seed=SEED))
    with_found_names(work, names.tagger(tagger))
    with_nationalities(work)
    node('pairs.ts', f'{work}/data/templates.jsonl', f'{work}/st/templates', f'{work}/st/templates.pairs')
    p, mu, sd = relations.train(relations.gather(work), seed=SEED)
    digest, size = export.write(TARGET, tagger, export.quantised_relations(p, mu, sd), SEED)
    np.savez(f'{work}/heads.npz', mu=mu, sd=sd, **p)
    print(size, 'bytes, SHA-256', digest)


if __name__ == '__main__':
    main(*sys.argv[1:3])
