"""Makes the weights of the reader's heads: python3 scripts/heads/build.py MIRRORS WORK
   MIRRORS holds git directories `<owner>+<name>/repo` of what NOTICE lists; WORK gets some 2 GB and keeps states between runs.
   Needs numpy (tried with 2.4) and the project's Node in PATH. The same seed gives the same bytes on the same machine, from an empty WORK as from one that
   has the states; then put the printed hash into packages/providers/src/extract/heads/weights.ts and raise the reader's number."""
import hashlib
import json
import os
import subprocess
import sys

os.environ['OPENBLAS_NUM_THREADS'] = '1'
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import numpy as np  # noqa: E402  (after the number of threads is said)
import confidence  # noqa: E402
import corpora  # noqa: E402
import export  # noqa: E402
import names  # noqa: E402
import relations  # noqa: E402
import templates  # noqa: E402
from corpus import load, utf16_places  # noqa: E402

SEED, SENTENCES, NOTES, FORMS, HELD = 7, 16000, 20000, 6000, 400
TARGET = os.path.join(HERE, '../../packages/providers/heads/heads.bin')
OWN = os.path.join(HERE, '../../evals/sets/extraction/sentences.jsonl')
# Our own sentences are few, and the only ones of their kind; a passage of KnowledgeNet is judged by the types alone that it has.
WEIGHTS = {'Re-DocRED': 1, 'KnowledgeNet': 0.2, 'own': 5}
SPANS = ['wnut-train', 'btc', 'crossner', 'docred-blind', 'redocred-train', 'ewt-test']
KINDS = {'date': 'TIME', 'version': 'VERSION', 'package': 'TECH'}


def node(script, *arguments):
    subprocess.run(['node', os.path.join(HERE, script), *arguments], check=True)


def read_all(work):
    """States are kept from run to run, unless their texts have changed; a run that was broken off begins them again."""
    for name in dict.fromkeys([*names.SETS, 'notes', 'forms', 'knowledgenet', 'fewrel', 'own-view']):
        data, states = f'{work}/data/{name}.jsonl', f'{work}/st/{name}'
        texts = hashlib.sha256(open(data, 'rb').read()).hexdigest()
        if not os.path.exists(f'{states}.of') or open(f'{states}.of').read() != texts:
            node('states.ts', data, states)
            with open(f'{states}.of', 'w') as out:
                out.write(texts)
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


def with_found_names(work, name, tag):
    """Texts of which some things are marked, with everything that is named in them: what a text does not relate is as much worth as what it does."""
    node('things.ts', 'things', f'{work}/data/{name}.jsonl', f'{work}/data/{name}.things')
    things = [json.loads(line) for line in open(f'{work}/data/{name}.things')]
    with open(f'{work}/data/{name}-all.jsonl', 'w') as out:
        for doc, known in zip(load(name, work), things):
            places, taken = utf16_places(doc.text), [tuple(m[:2]) for t in doc.row['entities'] for m in t['mentions']]
            known = [(s, e, KINDS.get(k, 'OTHER')) if places is None else (int(places[s]), int(places[e]), KINDS.get(k, 'OTHER')) for s, e, k in known]
            for s, e, kind in [*known, *tag(doc)]:
                if not any(s < b and e > a for a, b in taken):
                    taken.append((s, e))
                    doc.row['entities'].append({'type': kind, 'mentions': [[s, e]]})
            out.write(json.dumps(doc.row, ensure_ascii=False) + '\n')
    node('pairs.ts', f'{work}/data/{name}-all.jsonl', f'{work}/st/{name}', f'{work}/st/{name}-all.pairs')


def is_held(row):
    """The last hundred documents of Re-DocRED's development part."""
    return int(row['id'].split('/')[1]) >= HELD


def rows_of(path, keep=lambda row: True):
    return [row if keep(row) else {**row, 'left_out': True} for row in map(json.loads, open(path))]


def weigh(work, tagger):
    """How sure the reader may be, from what a head says of texts that it was not taught."""
    p, mu, sd = relations.train(relations.gather(work, without=is_held), seed=SEED)
    heads, held = f'{work}/held.bin', export.quantised_relations(p, mu, sd)
    export.write(heads, tagger, held, confidence.PLAIN, SEED)
    columns = np.concatenate([part['states'].astype(np.float32) * part['scale'] for part in (tagger, held)], 1)

    def said(name, states, rows):
        with open(f'{work}/data/{name}.jsonl', 'w') as out:
            out.writelines(json.dumps(row, ensure_ascii=False) + '\n' for row in rows)
        kept = [doc.states.astype(np.float32) for doc, row in zip(load(states, work), rows) if 'left_out' not in row]
        (np.concatenate(kept) @ columns).astype('<f4').tofile(f'{work}/{name}.products')
        node('said.ts', heads, f'{work}/data/{name}.jsonl', f'{work}/st/{states}', f'{work}/{name}.products', f'{work}/{name}.said')
        return f'{work}/{name}.said', rows
    documents = rows_of(f'{work}/data/redocred-train.jsonl', is_held)
    passages = rows_of(f'{work}/data/knowledgenet.jsonl', lambda row: row['fold'] == '4')
    is_marked = lambda row, kind: kind in {k for _, _, k in row['said']}
    found = {'Re-DocRED': list(confidence.of_marked(*said('redocred-held', 'redocred-train', documents))),
             'KnowledgeNet': list(confidence.of_marked(*said('knowledgenet-held', 'knowledgenet', passages), is_marked)),
             'own': list(confidence.of_own(*said('own-held', 'own-view', rows_of(f'{work}/data/own-view.jsonl'))))}
    weights = [WEIGHTS[name] for name, some in found.items() for _ in some]
    line = confidence.cautious(confidence.fit(sum(found.values(), []), weights), found['Re-DocRED'])
    for name, some in found.items():
        confidence.report(line, name, some)
    return line


def main(mirrors, work):
    for folder in ('data', 'st'):
        os.makedirs(f'{work}/{folder}', exist_ok=True)
    corpora.prepare(mirrors, work)
    node('things.ts', 'nationalities', f'{work}/nat.json', *[f'{work}/data/{name}.jsonl' for name in SPANS])
    templates.main(work, SENTENCES, NOTES, FORMS)
    with open(f'{work}/data/own-view.jsonl', 'w') as out:
        out.writelines(json.dumps({**row, 'set': 'own'}, ensure_ascii=False) + '\n' for row in map(json.loads, open(OWN)) if row['half'] == 'view')
    read_all(work)
    tagger = names.quantised(names.train(work, seed=SEED))
    for name in ('knowledgenet', 'fewrel'):
        with_found_names(work, name, names.tagger(tagger))
    with_nationalities(work)
    for name in ('notes', 'forms'):
        node('pairs.ts', f'{work}/data/{name}.jsonl', f'{work}/st/{name}', f'{work}/st/{name}.pairs')
    p, mu, sd = relations.train(relations.gather(work), seed=SEED)
    digest, size = export.write(TARGET, tagger, export.quantised_relations(p, mu, sd), weigh(work, tagger), SEED)
    np.savez(f'{work}/heads.npz', mu=mu, sd=sd, **p)
    print(size, 'bytes, SHA-256', digest)


if __name__ == '__main__':
    main(*sys.argv[1:3])
