/** Searches that name documents, and hits in groups, through a real client on both engines. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { enginesForTests } from '@zapomni/testkit/engines';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();

const filler = (matter: string): string =>
  `The ${matter} is described here at some length for who wants it. `.repeat(12);
/** Three sections about herons, one of them the best, and one about nothing of the kind. */
const BIRDS = `# Birds of the marsh

## Herons

Where herons nest in spring: the grey heron nests in old willows by the water. ${filler('grey heron')}

## Heron food

What herons eat in spring, the heron says itself, is fish. ${filler('food of the heron')}

## Heron counts

Herons were counted in spring, thirty herons in all. ${filler('count of each heron')}

## Boats

${filler('boat')}
`;
const TREES = `# Trees

## Willows

Old willows stand by the water, and herons nest in them. ${filler('willow')}
`;

describe.each(ENGINES)('searching in documents, on $engine', ({ options }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-finding-'));
  const files = openTestFiles({ roots: [folder], logger: createRecordingLogger() });
  let zapomni: TestClient;
  const ids = new Map<string, string>();
  const write = (name: string, text: string): string => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  const search = (filters: object, more: object = {}) =>
    zapomni.call('search_memory', { query: 'where do herons nest in spring', filters, ...more });
  interface Hit {
    readonly text: string;
    readonly memory_id: string;
    readonly document?: { readonly name: string; readonly citation: string };
  }
  const namesOf = ({ results }: { readonly results: readonly Hit[] }) => [
    ...new Set(results.map(({ document, text }) => document?.name ?? text)),
  ];

  beforeAll(async () => {
    const settings = { chunk_size: '100', chunk_overlap: '0' };
    zapomni = await openTestClient({ ...options(), filesForUser: files, settings });
    for (const [name, text] of [
      ['birds.md', BIRDS],
      ['trees.md', TREES],
      ['old/trees.md', TREES.replaceAll('illow', 'irch')],
    ] as const) {
      const { document } = await zapomni.call('add_document', { path: write(name, text) });
      ids.set(name, document.document_id);
    }
    await zapomni.call('add_memory', { text: 'I saw herons nest in spring.' });
    const long = Array.from({ length: 6 }, () => `Herons nest in spring, I wrote. ${filler('diary')}`).join('\n\n');
    await zapomni.call('add_memory', { text: long, kind: 'procedure' });
  });
  afterAll(async () => {
    await zapomni.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('finds documents beside memories, or documents alone', async () => {
    expect(namesOf(await search({}))).toEqual(
      expect.arrayContaining(['birds.md', 'trees.md', 'I saw herons nest in spring.']),
    );
    expect(namesOf(await search({ kind: 'document' })).toSorted()).toEqual(['birds.md', 'trees.md']);
  });

  it('looks only into documents that are named, by id, name or path, one or several', async () => {
    const birds = path.join(folder, 'birds.md');
    for (const document of [ids.get('birds.md'), 'birds.md', birds, [birds]])
      expect(namesOf(await search({ document }))).toEqual(['birds.md']);
    expect(namesOf(await search({ document: ['birds.md', ids.get('old/trees.md')] })).toSorted()).toEqual([
      'birds.md',
      'trees.md',
    ]);
    // Two have the name, and both are meant.
    const { results } = await search({ document: 'trees.md' });
    expect(new Set(results.map(({ memory_id }: Hit) => memory_id)).size).toBe(2);
    expect((await search({ document: [] })).count).toBe((await search({})).count);
  });

  it('shows each passage of a document that was named, with its place', async () => {
    const { results } = await search({ document: 'birds.md' }, { limit: 3 });
    const places = results.map(({ document }: Hit) => document?.citation);
    expect(places[0]).toBe('birds.md › Herons');
    expect(new Set(places).size).toBe(3);
    expect(results.every(({ duplicates, conflicts }: Record<string, unknown>) => !duplicates && !conflicts)).toBe(true);
  });

  it('lists the memories of documents by the same filter', async () => {
    const { memories } = await zapomni.call('list_memories', { filters: { document: 'birds.md' } });
    expect(memories).toMatchObject([{ kind: 'document', text_preview: expect.stringContaining('Birds of the marsh') }]);
  });

  it('holds together with the other filters', async () => {
    expect(await search({ document: 'birds.md', kind: 'note' })).toMatchObject({ count: 0 });
    const { memory_id } = await zapomni.call('add_memory', { text: 'Herons nest in spring too.' });
    expect(await search({ document: 'birds.md', memory_ids: [memory_id] })).toMatchObject({ count: 0 });
  });

  it('finds nothing in a document that could not be read, and says so of one that there is not', async () => {
    const broken = write('broken.pdf', '%PDF-1.4 and nothing else');
    await zapomni.fails('add_document', { path: broken });
    expect(await search({ document: 'broken.pdf' })).toMatchObject({ count: 0 });
    expect(await zapomni.fails('search_memory', { query: 'herons', filters: { document: 'none.md' } })).toMatch(
      /filters\.document: there is no document.*list_documents/s,
    );
    const many = Array.from({ length: 101 }, () => 'birds.md');
    expect(await zapomni.fails('search_memory', { query: 'herons', filters: { document: many } })).toMatch(/100/);
  });

  it('groups hits by document: the best passage, how many others, and where; memories stay single', async () => {
    const grouped = await zapomni.raw('search_memory', {
      query: 'where do herons nest in spring',
      group_by: 'document',
    });
    const { results } = grouped.structuredContent as { results: readonly (Hit & Record<string, unknown>)[] };
    expect(results.length).toBe(new Set(results.map(({ memory_id }) => memory_id)).size);
    const birds = results.find(({ document }) => document?.name === 'birds.md');
    expect(birds?.document?.citation).toBe('birds.md › Herons');
    expect(birds?.['other_hits']).toBeGreaterThanOrEqual(2);
    const others = birds?.['other_passages'] as readonly { citation: string; similarity_score: number }[];
    expect(others.map(({ citation }) => citation)).toEqual(
      expect.arrayContaining(['birds.md › Heron food', 'birds.md › Heron counts']),
    );
    expect(others.every(({ similarity_score }) => similarity_score <= (birds?.['similarity_score'] as number))).toBe(
      true,
    );
    expect(textOf(grouped)).toMatch(/\d other passages: birds\.md › Heron/);
    for (const memory of results.filter(({ document }) => !document)) expect(memory).not.toHaveProperty('other_hits');
    expect(results.filter(({ kind }) => kind === 'procedure')).toHaveLength(1);
  });

  it('keeps as many documents as are asked for, within a budget', async () => {
    const one = await search({ kind: 'document' }, { group_by: 'document', limit: 1 });
    expect(one.count).toBe(1);
    const small = await search({ kind: 'document' }, { group_by: 'document', budget_tokens: 200 });
    expect(small.count + (small.left_out ?? 0)).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(small.results).length).toBeLessThan(JSON.stringify(one.results).length + 400);
  });
});
