/** `zapomni read` and `zapomni documents` on real stores. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { App } from '@zapomni/core';
import type { Config } from '@zapomni/core/config';
import type { Logger } from '@zapomni/core/ports';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { afterAll, describe, expect, it } from 'vitest';
import { runWithWire } from '../../testing/run-in-process.ts';
import { removeTemporaryFolders, temporaryFolder } from '../../testing/run-zapomni.ts';
import { wireApp } from '../../wire/wire.ts';

afterAll(removeTemporaryFolders);

function writeNote(folder: string, name: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
}

describe('read', () => {
  const home = temporaryFolder();
  const notes = path.join(home, 'notes');
  const env = { ZAPOMNI_DATA_DIR: path.join(home, 'data'), ZAPOMNI_GRAPH: 'off' };
  // Each command has its own application, as it does for a user: what may be read depends on what was named.
  const wire = (config: Config, logger: Logger): App => wireApp(config, logger, createFakeEmbedder());
  const zapomni = (...argv: string[]) => runWithWire(argv, { env, wire });
  const json = async (...argv: string[]) => {
    const { stdout, stderr } = await zapomni(...argv, '--json');
    expect(stderr).toBe('');
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  writeNote(notes, 'moving.md', '# Moving\n\nWe move in May.\n\n## Costs\n\nThe truck costs 400 euros.\n');
  writeNote(notes, 'b/lamps.txt', 'Lighthouses need lamps.');
  writeNote(notes, 'c.txt', 'This one will vanish.');
  writeFileSync(path.join(notes, 'x.png'), new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 255]));

  it('reads a folder that no setting names, tells what failed, and reads nothing twice', async () => {
    const first = await zapomni('read', notes);
    expect([first.status, first.stdout]).toEqual([0, '3 documents read, 1 failed.\n']);
    expect(first.stderr).toMatch(/^x\.png: INVALID_INPUT: /);
    expect((await zapomni('read', notes)).stdout).toBe('0 documents read, 3 unchanged, 1 failed.\n');
    renameSync(path.join(notes, 'b/lamps.txt'), path.join(notes, 'b/light.txt'));
    rmSync(path.join(notes, 'c.txt'));
    writeNote(notes, 'moving.md', '# Moving\n\nWe move in June.\n\n## Costs\n\nThe truck costs 500 euros.\n');
    expect(await json('read', notes, '--exclude', '*.png')).toMatchObject({
      read: 0,
      updated: 1,
      moved: 1,
      gone: 1,
      failed: 0,
      unchanged: 0,
    });
  });

  it('is looked into alone when a search names it, or shown once with its passages', async () => {
    const found = await json('search', 'the truck and the lamps', '--document', 'moving.md');
    expect(found).toMatchObject({ count: 1, results: [{ document: { name: 'moving.md' } }] });
    const both = await json('search', 'truck lamps', '--document', 'moving.md', '--document', 'light.txt', '--group');
    expect(both).toMatchObject({ count: 2, results: [{ other_hits: 0 }, { other_hits: 0 }] });
    const missing = await zapomni('search', 'truck', '--document', 'none.md');
    expect([missing.status, missing.stderr]).toEqual([2, expect.stringContaining('zapomni documents')]);
  });

  it('is found with its place, listed, shown and removed', async () => {
    expect((await zapomni('search', 'truck')).stdout).toMatch(/moving\.md/);
    const { documents } = await json('documents', '--state', 'ok');
    expect(documents).toMatchObject([{ name: 'light.txt' }, { name: 'moving.md', title: 'Moving' }]);
    expect((await zapomni('documents')).stdout).toMatch(/ID\s+STATE\s+FORMAT\s+SIZE\s+DOCUMENT/);
    expect((await zapomni('documents', 'show', 'moving.md')).stdout).toMatch(/Title\s+Moving/);
    const outlined = await zapomni('documents', 'show', 'moving.md', '--outline');
    expect(outlined.stdout).toMatch(/^Moving\n {2}Costs\nEarlier: 1, of \d{4}-\S+\n$/);
    expect(await json('documents', 'show', 'moving.md', '--section', 'costs')).toMatchObject({
      citation: 'moving.md › Costs',
      text: expect.stringContaining('500 euros') as string,
    });
    expect((await zapomni('documents', 'show', 'moving.md', '--earlier', '1')).stdout).toContain('400 euros');
    const { outline, versions } = await json('documents', 'show', 'moving.md', '--outline');
    expect([outline, versions]).toMatchObject([[{ title: 'Moving' }, { title: 'Costs' }], [{ version: 1 }]]);
    const refused = await zapomni('documents', 'remove', 'moving.md');
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('--yes')]);
    expect((await zapomni('documents', 'remove', 'moving.md', '--yes')).stdout).toMatch(/Deleted 1 memory/);
    expect((await zapomni('documents', 'show', 'moving.md')).status).toBe(2);
  });

  it.each([
    [['read'], 2, /needs a file/],
    [['read', '/none/such.md'], 1, /NOT_FOUND/],
    [['read', 'https://example.org/'], 1, /NETWORK_OFF.*ZAPOMNI_WEB_HOSTS/],
    [['documents', 'burn'], 2, /list, show, remove or unwatch/],
    [['documents', '--state', 'lost'], 2, /ok, failed, gone/],
    [['documents', 'show', 'nothing'], 2, /no|none/],
  ])('%j says what is wrong', async (argv, status, words) => {
    const refused = await zapomni(...argv);
    expect([refused.status, refused.stderr]).toEqual([status, expect.stringMatching(words)]);
  });
});
