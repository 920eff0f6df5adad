import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toPhrase, toTerms } from '@zapomni/core/model';
import type { NewMemory } from '@zapomni/core/ports';
import { hasFts } from '../../full-text/fts5-words.ts';
import { readFormat } from '../format.ts';
import { openTrial, SMALL, type Trial } from '../../testing/open-trial.ts';
import { SCHEMA_VERSION } from '../schema.ts';
import { STORE_FILE } from '../../connection/store-file.ts';
import { numberedId, numberedMemory } from '../../testing/numbered-memory.ts';
import { makeVersion3 } from '../../testing/older-store.ts';

const HERE = { workspace: 'default' };
const COUNT = 30;

let folder = '';
let opened: Trial[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zapomni-old-'));
  const trial = openTrial(folder, SMALL);
  trial.memories.add(
    Array.from({ length: COUNT }, (_, number) => oldMemory(number)),
    1,
  );
  trial.close();
});
afterEach(() => {
  for (const trial of opened) trial.close();
  opened = [];
  rmSync(folder, { recursive: true, force: true });
});

function open(): Trial {
  const trial = openTrial(folder, SMALL);
  opened.push(trial);
  return trial;
}

function oldMemory(number: number): NewMemory {
  const text = `green apple number${number} ${number % 2 ? 'odd seldom' : 'even often'} tree`;
  return {
    ...numberedMemory(1, number),
    workspace: number % 5 === 0 ? 'other' : 'default',
    text,
    hash: '',
    passages: [{ start: 0, end: text.length }],
  };
}

function raw(use: (db: DatabaseSync) => void): void {
  const db = new DatabaseSync(join(folder, STORE_FILE));
  use(db);
  db.close();
}

/** As version 1 left a store: an FTS5 table, and none of what later versions added. */
function makeVersion1(): void {
  raw((db) => {
    makeVersion3(db);
    const later = db
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND (name LIKE 'word\\_%' ESCAPE '\\'
                OR name IN ('code_segments', 'segment_codes', 'vector_lists', 'token_codes'))`)
      .all();
    for (const { name } of later) db.exec(`DROP TABLE ${String(name)}`);
    db.exec('DROP INDEX passages_superseded');
    db.exec(`CREATE VIRTUAL TABLE words USING fts5(terms, detail = full, tokenize = "ascii tokenchars '+#_'");
             INSERT INTO words(words, rank) VALUES ('secure-delete', 1);
             UPDATE meta SET value = 1 WHERE key = 'schema_version'`);
    const rows = db.prepare('SELECT p.id, t.body FROM passages p JOIN memory_texts t ON t.memory = p.memory').all();
    const insert = db.prepare('INSERT INTO words (rowid, terms) VALUES (?, ?)');
    for (const { id, body } of rows) {
      insert.run(Number(id), toTerms(Buffer.from(body as Uint8Array).toString()).join(' '));
    }
  });
}

/** Everything that the tests ask, in a form that can be compared. */
function answers(trial: Trial): unknown {
  const ids = (...args: Parameters<Trial['fullText']['search']>): string[] =>
    trial.fullText
      .search(...args)
      .map((hit) => hit.memoryId)
      .toSorted();
  return {
    term: ids({ terms: ['seldom'] }, 50, HERE),
    otherWorkspace: ids({ terms: ['appl'] }, 50, { workspace: 'other' }),
    filtered: ids({ terms: ['appl'] }, 50, { ...HERE, filter: { tags: ['new'] } }),
    phrase: ids({ terms: [], phrases: [toPhrase('odd seldom')] }, 50, HERE),
    excluded: ids({ terms: ['appl'], excluded: [['odd']] }, 50, HERE),
    prefix: ids({ terms: [], prefixes: ['seld'] }, 50, HERE),
    counts: trial.fullText.frequencies(['odd', 'absent'], 'default'),
  };
}

function isUnfinished(trial: Trial): boolean {
  return hasFts(trial.store.db);
}

test('a store of version 1 answers at once, and goes on answering while its words are indexed anew', () => {
  makeVersion1();
  const first = open();
  expect(readFormat(first.store.db)?.schema).toBe(SCHEMA_VERSION);
  const added = oldMemory(101);
  first.memories.add([{ ...added, tags: ['new'] }], 2);
  first.memories.remove('default', [numberedId(1, 3)], 3);
  const before = answers(first);
  expect(before).toMatchObject({ filtered: [added.id], counts: { counts: [12, 0] } });
  for (let i = 0; i < 5; i++) first.portion();
  expect(isUnfinished(first)).toBe(true);
  expect(answers(first)).toEqual(before);
  const second = open();
  for (let i = 0; i < 200 && isUnfinished(second); i++) {
    second.portion();
    for (const trial of [first, second]) expect(answers(trial)).toEqual(before);
  }
  expect(isUnfinished(second)).toBe(false);
  second.settle();
  for (const trial of [first, second]) expect(answers(trial)).toEqual(before);
  expect(second.faults().filter((fault) => !fault.includes('hash'))).toEqual([]);
});

test('what is removed while the words are indexed anew leaves no trace', () => {
  makeVersion1();
  const trial = open();
  for (let i = 0; i < 8; i++) trial.portion();
  expect(isUnfinished(trial)).toBe(true);
  for (const number of [1, 2, 28]) {
    const workspace = 'default';
    trial.memories.remove(workspace, [numberedId(1, number)], 3);
    const traces = readdirSync(folder).filter((name) =>
      new RegExp(`number${number}\\b`).test(readFileSync(join(folder, name), 'latin1')),
    );
    expect(traces).toEqual([]);
  }
  trial.settle();
  expect(answers(trial)).toMatchObject({ counts: { passages: 21 } });
});

test('an empty store of version 1 is done with its old index at once', () => {
  const trial = open();
  for (const workspace of ['default', 'other']) trial.memories.clear(workspace, 2);
  trial.close();
  opened = [];
  makeVersion1();
  const again = open();
  expect(again.portion()).toBe(false);
  expect(isUnfinished(again)).toBe(false);
});

test('an index made by older rules goes on answering and is made anew', () => {
  const before = open();
  before.settle();
  const right = answers(before);
  before.store.db.exec(`UPDATE word_tail SET terms = 'outdated', counts = x'01' WHERE passage % 2 = 0`);
  before.store.db.exec(`UPDATE meta SET value = 0 WHERE key = 'terms_version'`);
  before.close();
  opened = [];
  const trial = open();
  expect(trial.fullText.search({ terms: ['number1'] }, 5, HERE).map((hit) => hit.memoryId)).toEqual([numberedId(1, 1)]);
  const added = oldMemory(102);
  trial.memories.add([added], 2);
  trial.settle();
  expect(trial.fullText.search({ terms: ['outdated'] }, 5, HERE)).toEqual([]);
  expect(trial.fullText.search({ terms: ['number102'] }, 5, HERE)).toHaveLength(1);
  trial.memories.remove('default', [added.id], 3);
  expect(answers(trial)).toEqual(right);
  expect(trial.faults().filter((fault) => !fault.includes('hash'))).toEqual([]);
});
