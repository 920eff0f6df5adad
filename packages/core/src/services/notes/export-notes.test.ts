import { openFilledStore } from '@zapomni/testkit/filled-store';
import { afterAll, expect, it } from 'vitest';
import type { NoteFile } from './export-notes.ts';

const store = openFilledStore();
afterAll(() => store.close());

it('writes each memory once, under a name of its own, with what the graph knows it to be about', async () => {
  await store.remember(['Alice works for Acme', 'ALICE works for Acme', 'Nothing is named here']);
  await store.remember(Array.from({ length: 120 }, (_, i) => `Number ${i}`));
  await store.read();
  const notes: NoteFile[] = [];
  for await (const note of store.app.memories.notes('default')) notes.push(note);
  expect(notes).toHaveLength(123);
  expect(new Set(notes.map(({ name }) => name.toLowerCase())).size).toBe(123);
  expect(notes[0]?.total).toBe(123);
  const contentOf = (text: string): string =>
    notes.find(({ content }) => content.includes(`\n${text}\n`))?.content ?? '';
  expect(contentOf('Alice works for Acme')).toMatch(/\n<!-- zapomni: related.*-->\n\[\[Acme\]\] · \[\[Alice\]\]\n/);
  expect(contentOf('Nothing is named here')).toMatch(/\nNothing is named here\n$/);
});
