/** Notes of papers in a vault: a real store, real files. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestDeps } from '@zapomni/testkit/deps';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import { PAPER_REFERENCES } from '../library/store/reference-record.ts';
import { PAPERS, type PaperRecord } from '../library/store/paper-record.ts';
import { openTestVault, paperRecord } from '@zapomni/testkit/notes';
import type { NotesRequest } from './notes-request.ts';
import { syncNotes } from './sync/sync-notes.ts';

const WORKSPACE = 'default';

describe('notes of papers', () => {
  let [base, vault] = ['', ''];
  let deps: Deps;
  let test: ReturnType<typeof openTestDeps>;
  beforeEach(() => {
    base = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-vault-')));
    vault = path.join(base, 'vault');
    mkdirSync(vault);
    test = openTestDeps({ settings: { graph: 'off' } });
    deps = { ...test.deps, ...openTestVault(vault) };
  });
  afterEach(async () => {
    await test.close();
    rmSync(base, { recursive: true, force: true });
  });

  const papers = () => collection(deps, PAPERS);
  const put = (key: string, given: Parameters<typeof paperRecord>[0] = {}) =>
    papers().put(WORKSPACE, key, paperRecord({ citekey: key, ...given }));
  const change = async (key: string, changes: Partial<PaperRecord>) => {
    const kept = await papers().get(WORKSPACE, key);
    if (kept) await papers().put(WORKSPACE, key, { ...kept.value, ...changes });
  };
  const titled = (title: string, abstract?: string) => ({
    item: {
      type: 'book' as const,
      title,
      contributors: [],
      identifiers: [],
      ...(abstract === undefined ? {} : { abstract }),
    },
  });
  const sync = (more: Partial<NotesRequest> = {}) => syncNotes(deps, { workspace: WORKSPACE, client: 'test', ...more });
  const at = (name: string) => path.join(vault, name);
  const read = (name: string) => readFileSync(at(name), 'utf8');
  const edit = (name: string, from: string | RegExp, to: string) =>
    writeFileSync(at(name), read(name).replace(from, to));
  const names = () =>
    readdirSync(vault)
      .filter((name) => !name.startsWith('.'))
      .sort();

  it('are made, and not written again while nothing changes', async () => {
    await put('doe', titled('On wind', 'It blows.'));
    await put('roe', titled('Of rain'));
    expect(await sync()).toMatchObject({ created: 2, updated: 0 });
    expect(names()).toEqual(['doe.md', 'roe.md']);
    const before = names().map((name) => statSync(at(name)).mtimeMs);
    expect(await sync()).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    expect(await sync({ all: true })).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    expect(names().map((name) => statSync(at(name)).mtimeMs)).toEqual(before);
  });

  it('say nothing and do nothing when only looked for', async () => {
    await put('doe');
    expect(await sync({ dryRun: true })).toMatchObject({ created: 1 });
    expect(readdirSync(vault)).toEqual([]);
  });

  it('follow the paper, and bring back tags, rating, status and what the user wrote', async () => {
    await put('doe', { ...titled('On wind', 'It blows.'), tags: ['wind'] });
    await sync();
    edit('doe.md', '  - wind\n', '  - wind\n  - mine\n');
    edit('doe.md', 'status: unread', 'status: read\nrating: 5');
    writeFileSync(at('doe.md'), `${read('doe.md')}\nI doubt this, see [[roe]].\n`);
    await change('doe', titled('On wind', 'It blows strongly.'));
    expect(await sync()).toMatchObject({ updated: 1, taken: 1, texts: 1, conflicts: [] });
    const kept = await papers().get(WORKSPACE, 'doe');
    expect(kept?.value).toMatchObject({
      tags: ['wind', 'mine'],
      tag_keys: ['wind', 'mine'],
      rating: 5,
      read_state: 'read',
    });
    expect(read('doe.md')).toContain('It blows strongly.');
    const { items } = await deps.storage.memories.list({ workspace: WORKSPACE, limit: 10 });
    expect(items).toMatchObject([{ kind: 'note', metadata: { paper_id: 'doe', citekey: 'doe' } }]);
    const [memory] = await deps.storage.memories.get(WORKSPACE, [items[0]?.id ?? '']);
    expect(memory?.text).toBe('I doubt this, see [[roe]].');
    edit('doe.md', 'I doubt', 'I believe');
    expect(await sync()).toMatchObject({ texts: 1 });
    const [later] = await deps.storage.memories.get(WORKSPACE, [memory?.id ?? '']);
    expect(later?.text).toBe('I believe this, see [[roe]].');
  });

  it('link papers of the library by their citekeys, and follow when one is called otherwise', async () => {
    await put('p1', { ...titled('Citing'), citekey: 'doe2020' });
    await put('p2', { ...titled('Cited'), citekey: 'roe2019' });
    const reference = {
      n: 1,
      marker: '[1]',
      raw: 'Roe, Cited.',
      item: null,
      cited: 'p2',
      confidence: 1,
      method: 'id' as const,
      source: 'file',
    };
    await collection(deps, PAPER_REFERENCES).put(
      WORKSPACE,
      'p1.1',
      { paper: 'p1', part: 1, cited: ['p2'], references: [reference] },
      { parent: 'p1' },
    );
    await sync();
    expect(read('doe2020.md')).toContain('- [1] [[roe2019]] Roe, Cited.');
    expect(read('roe2019.md')).toContain('## Cited by\n\n- [[doe2020]]');
    await change('p2', { citekey: 'roe2019a' });
    expect(await sync()).toMatchObject({ updated: 2 });
    expect(read('doe2020.md')).toContain('[[roe2019a]]');
    expect(names()).toEqual(['doe2020.md', 'roe2019.md']);
  });

  it('are found where the user put them, and stay away when removed', async () => {
    await put('doe', titled('On wind'));
    await put('roe', titled('Of rain'));
    await sync();
    mkdirSync(at('sub'));
    renameSync(at('doe.md'), at('sub/My wind.md'));
    rmSync(at('roe.md'));
    await change('doe', titled('On storms'));
    expect(await sync()).toMatchObject({ updated: 1, moved: 1, created: 0, removed: ['roe.md'] });
    expect(read('sub/My wind.md')).toContain('title: On storms');
    await change('roe', titled('Of snow'));
    expect(await sync()).toMatchObject({ created: 0, removed: ['roe.md'] });
    expect(existsSync(at('roe.md'))).toBe(false);
    expect(await sync({ recreate: true })).toMatchObject({ created: 1 });
    expect(read('roe.md')).toContain('title: Of snow');
  });

  it('keep the user’s word where both have changed, and say so', async () => {
    await put('doe', titled('On wind', 'It blows.'));
    await sync();
    edit('doe.md', 'It blows.', 'It blows, I say.');
    await change('doe', titled('On wind', 'New words.'));
    expect(await sync()).toMatchObject({ conflicts: [{ file: 'doe.md', parts: ['abstract'] }] });
    expect(read('doe.md')).toMatch(
      /It blows, I say\.[\s\S]*%% zapomni:conflict abstract \S+ %%\n## Abstract\n\nNew words\./,
    );
    expect(await sync()).toMatchObject({ conflicts: [], updated: 0 });
  });

  it('take no name that is taken, and lead nowhere else', async () => {
    writeFileSync(at('doe.md'), 'My own.\n');
    symlinkSync(base, at('out'));
    await put('doe', titled('On wind'));
    await put('p2', { ...titled('Other'), citekey: '../out/x' });
    await sync();
    expect(read('doe.md')).toBe('My own.\n');
    expect(names()).toEqual(['doe-2.md', 'doe.md', 'out', 'out x.md']);
    expect(readdirSync(base)).toEqual(['vault']);
  });

  it('leave alone what cannot be read, and go on with the rest', async () => {
    await put('doe', titled('On wind'));
    await put('roe', titled('Of rain'));
    await sync();
    writeFileSync(at('doe.md'), '---\nzapomni-id: doe\nbroken: [\n---\n');
    await change('doe', titled('New'));
    await change('roe', titled('New'));
    const report = await sync();
    expect(report).toMatchObject({
      updated: 1,
      skipped: [{ file: 'doe.md', reason: expect.stringContaining('front matter') }],
    });
    expect(read('doe.md')).toBe('---\nzapomni-id: doe\nbroken: [\n---\n');
  });

  it('do not bring back what the user has deleted from memory', async () => {
    await put('doe', titled('On wind'));
    await sync();
    writeFileSync(at('doe.md'), `${read('doe.md')}\nA secret.\n`);
    await sync();
    const { items } = await deps.storage.memories.list({ workspace: WORKSPACE, limit: 10 });
    const { createApp } = await import('@zapomni/core');
    await createApp(deps).memories.delete(WORKSPACE, [items[0]?.id ?? '']);
    await change('doe', titled('New'));
    expect(await sync()).toMatchObject({ texts: 0, updated: 1 });
  });

  it('need a vault that is there', async () => {
    const { vault: _, ...without } = deps;
    await expect(syncNotes(without, { workspace: WORKSPACE, client: 'test' })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
    });
    rmSync(vault, { recursive: true });
    await expect(sync()).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining('ZAPOMNI_VAULT_DIR'),
    });
    expect(existsSync(vault)).toBe(false);
  });

  it('are not taken for removed when another folder stands in the place of the vault', async () => {
    await put('doe', titled('On wind'));
    await sync();
    renameSync(vault, path.join(base, 'elsewhere'));
    mkdirSync(vault);
    await expect(sync()).rejects.toMatchObject({ code: 'CONFLICT' });
    renameSync(path.join(base, 'elsewhere'), vault);
    expect(await sync()).toMatchObject({ unchanged: 1, removed: [] });
  });
});
