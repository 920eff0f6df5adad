import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { numberedMemory } from '../../testing/numbered-memory.ts';
import { openTrial, type Trial } from '../../testing/open-trial.ts';

const COUNT = 12_000;
const HERE = { workspace: 'default' };

let folder = '';
let trial: Trial;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zapomni-words-'));
  trial = openTrial(folder);
  const pieces = Array.from({ length: COUNT }, (_, i) => {
    const seldom = i % 97 === 0 ? 'walrus ' : '';
    const rare = i % 1009 === 0 ? 'quokka ' : '';
    return `${seldom}${rare}common ${'usual '.repeat(1 + (i % 5))}${'filler '.repeat(i % 11)}`;
  });
  let end = 0;
  const passages = pieces.map((piece) => ({ start: end, end: (end += piece.length) }));
  trial.memories.add([{ ...numberedMemory(1, 0), text: pieces.join(''), hash: '', passages }], 1);
  trial.settle();
});
afterAll(() => {
  trial.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Asking for everything leaves nothing that need not be scored. */
test.each([
  [['quokka', 'common', 'usual']],
  [['walrus', 'common', 'usual', 'filler']],
  [['quokka', 'walrus', 'common', 'usual', 'filler']],
  [['common', 'usual']],
])('the best few are the first of all, though not all are scored: %j', (terms) => {
  const all = trial.fullText.search({ terms }, COUNT, HERE);
  expect(all).toHaveLength(COUNT);
  for (const k of [1, 5, 12, 60]) expect(trial.fullText.search({ terms }, k, HERE)).toEqual(all.slice(0, k));
});
