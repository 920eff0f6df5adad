/** Every format from a source made by hand to its published shape: shown, stored, stored once, and the source as it was. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { IMPORT_FORMATS } from '@zapomni/core/import';
import type { Memory } from '@zapomni/core/model';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { afterAll, describe, expect, it } from 'vitest';
import { openInProcess } from '../testing/run-in-process.ts';
import { removeTemporaryFolders, temporaryFolder } from '../testing/run-zapomni.ts';
import { AGENTS } from './testing/agents.ts';
import { CHATS } from './testing/chats.ts';
import type { Example } from './testing/example.ts';
import { EXPORT } from './testing/exports.ts';
import { NOTES } from './testing/notes.ts';
import { sourceFolder } from './testing/source-folder.ts';
import { STORES } from './testing/stores.ts';

const data = path.join(temporaryFolder(), 'data');
const { run: zapomni, open, close } = openInProcess(data, createFakeEmbedder());
afterAll(async () => {
  await close();
  removeTemporaryFolders();
});

const EXAMPLES = [...NOTES, ...CHATS, ...AGENTS, ...STORES, EXPORT];

type Said = Pick<Memory, 'text' | 'source' | 'kind' | 'tags' | 'metadata' | 'key'>;

interface Told {
  readonly samples: readonly Said[];
  readonly skipped_reasons: readonly { reason: string; count: number; places: string[] }[];
}

async function told(argv: readonly string[]): Promise<Told & Record<string, unknown>> {
  const { stdout } = await zapomni([...argv, '--json']);
  return JSON.parse(stdout) as Told & Record<string, unknown>;
}

const byReason = ({ skipped_reasons: reasons }: Told) =>
  Object.fromEntries(reasons.map(({ reason, places }) => [reason, places]));

const saidOf = ({ text, source, kind, tags, metadata, key }: Said): Said => ({
  text,
  source,
  kind,
  tags,
  metadata,
  key,
});
const byKey = (a: Said, b: Said): number => (a.key ?? '').localeCompare(b.key ?? '');

function alike(draft: Example['drafts'][number]): unknown {
  const fields = Object.entries(draft).map(([name, value]): [string, unknown] => [
    name,
    value instanceof RegExp ? expect.stringMatching(value) : value,
  ]);
  return expect.objectContaining(Object.fromEntries(fields));
}

describe('the examples', () => {
  it('are of every format', () => {
    const shown = new Set(EXAMPLES.map(({ format }) => format));
    expect([...shown].toSorted()).toEqual(IMPORT_FORMATS.map(({ name }) => name).toSorted());
  });
});

describe.each(EXAMPLES.map((example, i): [string, Example, number] => [example.format, example, i]))(
  '%s',
  (format, example, i) => {
    const folder = sourceFolder(temporaryFolder());
    const place = example.make(folder);
    const argv = ['import', format, place, ...(example.args ?? []), '--workspace', `w-${i}`];
    const before = folder.fingerprint();
    const total = example.drafts.length;

    it('is shown by a dry run, which makes nothing', async () => {
      const shown = await told([...argv, '--dry-run']);
      expect(shown.samples).toEqual(example.drafts.map(alike));
      expect(byReason(shown)).toEqual(example.skipped);
      expect(shown).toMatchObject({ format, found: total, dry_run: true, workspace_id: `w-${i}` });
      if (i === 0) expect(existsSync(data)).toBe(false);
      else expect(await open().memories.list({ workspace: `w-${i}`, limit: 9 })).toMatchObject({ items: [] });
    });

    it('is stored once, however often it comes', async () => {
      const first = await told(argv);
      expect(first).toMatchObject({ imported: total, already_there: 0, changed_at_source: 0 });
      expect(byReason(first)).toEqual(example.skipped);
      expect(await told(argv)).toMatchObject({ imported: 0, already_there: total, changed_at_source: 0 });
      const { items } = await open().memories.list({ workspace: `w-${i}`, limit: 9 });
      const ids = items.map(({ id }) => id);
      const stored = (await open().memories.many(`w-${i}`, ids)).map(saidOf);
      const { samples } = await told([...argv, '--dry-run']);
      expect(stored.toSorted(byKey)).toEqual(samples.map(saidOf).toSorted(byKey));
    });

    it('leaves the source as it was', () => {
      expect(folder.fingerprint()).toBe(before);
    });
  },
);
