import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { NewMemory } from '@zapomni/core/ports';
import { numberedMemory } from '../../testing/numbered-memory.ts';
import { openTrial, SMALL, type Trial } from '../../testing/open-trial.ts';

const HERE = { workspace: 'default' };

let folder = '';
let trial: Trial;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zapomni-words-'));
  trial = openTrial(folder, SMALL);
});
afterEach(() => {
  trial.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Some words are a passage's own, some are shared by all: both the rows of rare and of common terms must change. */
function memory(number: number): NewMemory {
  const text = `secretword${letters(number)} shared by all of ${letters(number % 7)}`;
  return { ...numberedMemory(1, number), text, hash: '', tags: [], passages: [{ start: 0, end: text.length }] };
}

function letters(number: number): string {
  return [...String(number)].map((digit) => 'bcdfghjkmn'[Number(digit)]).join('');
}

function add(from: number, to: number): NewMemory[] {
  const memories = Array.from({ length: to - from }, (_, i) => memory(from + i));
  trial.memories.add(memories, 1);
  return memories;
}

function traces(number: number): string[] {
  const word = new RegExp(`secretword${letters(number)}(?![a-z])`);
  return readdirSync(folder).filter((name) => word.test(readFileSync(join(folder, name), 'latin1')));
}

function find(number: number): number {
  return trial.fullText.search({ terms: [`secretword${letters(number)}`] }, 5, HERE).length;
}

function segments(state: string): number {
  return trial.store.db.value<number>('SELECT count(*) FROM word_segments WHERE state = ?', state) ?? 0;
}

test.each([
  ['one of the tail', 4, [2]],
  ['one of a segment', 300, [150]],
  ['many of a segment', 300, Array.from({ length: 90 }, (_, i) => i * 3)],
  ['all but one', 40, Array.from({ length: 39 }, (_, i) => i)],
  ['all', 40, Array.from({ length: 40 }, (_, i) => i)],
])('words that are removed leave no trace in the file: %s', (_, count, gone) => {
  const memories = add(0, count);
  trial.settle();
  for (const number of gone) expect(find(number)).toBe(1);
  expect(traces(gone[0] as number)).not.toEqual([]);
  trial.memories.remove(
    'default',
    gone.map((number) => memories[number]?.id ?? ''),
    2,
  );
  for (const number of gone) expect([find(number), traces(number)]).toEqual([0, []]);
  expect(trial.fullText.frequencies(['share'], 'default')).toEqual({
    passages: count - gone.length,
    counts: [count - gone.length],
  });
  expect(trial.faults().filter((fault) => !fault.includes('hash'))).toEqual([]);
});

test('words are removed from segments that are being merged, and do not come back with the merge', () => {
  const memories = add(0, 60);
  while (segments('building') === 0) trial.portion();
  let next = 0;
  for (let more = true; more; more = trial.portion()) {
    const number = next++;
    if (number >= 50) continue;
    trial.memories.remove('default', [memories[number]?.id ?? ''], 2);
    expect([find(number), traces(number)]).toEqual([0, []]);
  }
  expect(next).toBeGreaterThan(10);
  for (let number = 0; number < Math.min(next, 50); number++) expect([find(number), traces(number)]).toEqual([0, []]);
  expect(find(59)).toBe(1);
  expect(trial.faults().filter((fault) => !fault.includes('hash'))).toEqual([]);
});

test('a deep look finds an index that differs from the texts', () => {
  add(0, 20);
  trial.settle();
  const wordFaults = (): string[] => trial.faults().filter((fault) => fault.includes('word'));
  expect(wordFaults()).toEqual([]);
  const { db } = trial.store;
  db.exec(`UPDATE word_tail SET terms = replace(terms, 'share', 'spare')`);
  expect(wordFaults()).toEqual(['1 workspaces whose word index differs from their texts.']);
  db.exec(`UPDATE word_tail SET terms = replace(terms, 'spare', 'share')`);
  expect(wordFaults()).toEqual([]);
  db.exec('DELETE FROM word_tail WHERE passage = (SELECT max(passage) FROM word_tail)');
  expect(wordFaults()).toContain('1 passages missing from the word index.');
});
