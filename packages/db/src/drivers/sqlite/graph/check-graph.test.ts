import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspectStore } from '../inspect.ts';
import { numberedMemory } from '../testing/numbered-memory.ts';
import { numberedReading } from '../testing/numbered-reading.ts';
import { openTrial, type Trial } from '../testing/open-trial.ts';
import { createGraph } from './graph.ts';
import { createExtractionQueue } from '../extraction/extraction-queue.ts';

let dataDir: string;
let trial: Trial;

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'zapomni-graph-'));
  trial = openTrial(dataDir);
  trial.memories.add(
    [0, 5, 10].map((number) => numberedMemory(1, number)),
    1,
  );
  const graph = createGraph(trial.store);
  for (const memory of createExtractionQueue(trial.store).claim({ owner: 'o', until: 2 }, 10, 1)) {
    graph.put(numberedReading(memory), 10);
  }
  const things = ['a', 'b'].map((name) => ({ type: 'thing', name }));
  graph.assertEntities('default', things, 1);
  graph.merge('default', 'thing:a', 'thing:b', 1);
});
afterAll(() => {
  trial.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a store whose graph is whole is found whole', () => {
  expect(trial.faults()).toEqual([]);
});

test.each([
  ['INSERT INTO reading_queue (memory, workspace, lease_until) VALUES (999, 1, 0)', 'waiting to be read that are gone'],
  ['UPDATE mentions SET live = 0 WHERE memory = 1 AND start = 0', 'mentions of or by what is gone'],
  ['DELETE FROM passages WHERE memory = 1', 'mentions of or by what is gone'],
  ['UPDATE entities SET mentions = mentions + 1 WHERE id = 1', 'entities with a wrong count of mentions'],
  ['UPDATE entities SET root = NULL WHERE root IS NOT NULL', 'entities merged into'],
  ['DELETE FROM entity_merges', 'entities merged into'],
  ['DELETE FROM entities WHERE id = 1', 'names and words of entities that are gone'],
  ['DELETE FROM entities WHERE id = 1', 'relations between what is gone'],
  [
    `INSERT INTO relations (workspace, source, type, target, strength, evidence, valid_from, fresh_from, fresh_to, changed_at)
     SELECT workspace, source, type, target, 0, 0, 0, 0, 0, 0 FROM relations WHERE id = 1`,
    'relations that are there twice',
  ],
  ['DELETE FROM evidence WHERE relation = 1', 'relations without evidence'],
  ['DELETE FROM relations WHERE id = 1', 'pieces of evidence without their relation or memory'],
  ['UPDATE evidence SET memory = 999 WHERE id = 1', 'pieces of evidence without their relation or memory'],
  ['UPDATE evidence SET previous = 2 WHERE id = 1', 'pieces of evidence out of their order'],
  ['UPDATE evidence SET recorded_to = 9 WHERE id = 1', 'pieces of evidence out of their order'],
  ['UPDATE evidence SET confidence = 0.6 WHERE id = 1', 'relations that differ from their evidence'],
  ['UPDATE relations SET strength = 0.1 WHERE id = 2', 'relations that differ from their evidence'],
])('what a deep look finds: %s', (sql, fault) => {
  const { db } = trial.store;
  db.exec('BEGIN');
  try {
    db.exec(sql);
    const { integrity, warnings } = inspectStore(trial.store, true);
    expect(integrity).toBe('damaged');
    expect(warnings.join('\n')).toContain(fault);
  } finally {
    db.exec('ROLLBACK');
  }
});
