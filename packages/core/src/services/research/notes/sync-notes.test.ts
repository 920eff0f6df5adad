/** Notes of papers in a vault: a real store, real files. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { ZapomniError } from '@zapomni/core/errors';
import { NotesGround, titled } from '@zapomni/testkit/notes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { syncNotes } from './sync/sync-notes.ts';

describe('notes of papers', () => {
  let notes: NotesGround;
  beforeEach(() => {
    notes = new NotesGround();
  });
  afterEach(() => notes.close());
  const put: NotesGround['put'] = (...given) => notes.put(...given);
  const change: NotesGround['change'] = (...given) => notes.change(...given);
  const sync: NotesGround['sync'] = (...given) => notes.sync(...given);
  const read = (name: string) => notes.read(name);
  const at = (name: string) => notes.at(name);
  const edit: NotesGround['edit'] = (...given) => notes.edit(...given);
  const remembered = async () => {
    const { items } = await notes.deps.storage.memories.list({ workspace: 'default', limit: 10 });
    return items;
  };

  it('are made, and not written again while nothing changes', async () => {
    await put('doe', titled('On wind', 'It blows.'));
    await put('roe', titled('Of rain'));
    expect(await sync()).toMatchObject({ created: 2, updated: 0 });
    expect(notes.names()).toEqual(['doe.md', 'roe.md']);
    const before = notes.names().map((name) => statSync(at(name)).mtimeMs);
    expect(await sync()).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    expect(await sync({ all: true })).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    expect(notes.names().map((name) => statSync(at(name)).mtimeMs)).toEqual(before);
  });

  it('say nothing and do nothing when only looked for', async () => {
    await put('doe');
    expect(await sync({ dryRun: true })).toMatchObject({ created: 1 });
    expect(readdirSync(notes.vault)).toEqual([]);
  });

  it('say what would be done as it is done, whatever that is', async () => {
    for (const key of ['a', 'b', 'c', 'd', 'e']) await put(key, { ...titled(key, 'It blows.'), tags: ['wind'] });
    await sync();
    await put('f', titled('New'));
    await change('a', titled('Changed', 'It storms.'));
    edit('a.md', 'It blows.', 'It blows, I say.');
    edit('b.md', '  - wind\n', '  - storm\n');
    notes.write('b.md', `${read('b.md')}\nMy own words.\n`);
    notes.move('c.md', 'sub/c.md');
    rmSync(at('d.md'));
    edit('e.md', 'title: ', 'title: [');
    notes.write('copy.md', read('b.md'));
    for (const asked of [{}, { all: true }, { recreate: true }, { papers: ['b'] }]) {
      const would = await sync({ ...asked, dryRun: true });
      expect(await sync(asked), JSON.stringify(asked)).toEqual(would);
      if (!('all' in asked)) edit('b.md', 'My own', 'My own own');
    }
  });

  it('follow the paper, and bring back tags, rating, status and what the user wrote', async () => {
    await put('doe', { ...titled('On wind', 'It blows.'), tags: ['wind'] });
    await sync();
    edit('doe.md', '  - wind\n', '  - wind\n  - mine\n');
    edit('doe.md', 'status: unread', 'status: read\nrating: 5');
    notes.write('doe.md', `${read('doe.md')}\nI doubt this, see [[roe]].\n`);
    await change('doe', titled('On wind', 'It blows strongly.'));
    expect(await sync()).toMatchObject({ updated: 1, taken: 1, texts: 1, conflicts: [] });
    const kept = await notes.papers.get('default', 'doe');
    expect(kept?.value).toMatchObject({
      tags: ['wind', 'mine'],
      tag_keys: ['wind', 'mine'],
      rating: 5,
      read_state: 'read',
    });
    expect(read('doe.md')).toContain('It blows strongly.');
    const items = await remembered();
    expect(items).toMatchObject([{ kind: 'note', metadata: { paper_id: 'doe', citekey: 'doe' } }]);
    const [memory] = await notes.deps.storage.memories.get('default', [items[0]?.id ?? '']);
    expect(memory?.text).toBe('I doubt this, see [[roe]].');
    edit('doe.md', 'I doubt', 'I believe');
    expect(await sync()).toMatchObject({ texts: 1 });
    const [later] = await notes.deps.storage.memories.get('default', [memory?.id ?? '']);
    expect(later?.text).toBe('I believe this, see [[roe]].');
  });

  it('are found where the user put them, and stay away when removed', async () => {
    await put('doe', titled('On wind'));
    await put('roe', titled('Of rain'));
    await sync();
    notes.move('doe.md', 'sub/My wind.md');
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
    notes.write('doe.md', 'My own.\n');
    symlinkSync(notes.base, at('out'));
    await put('doe', titled('On wind'));
    await put('p2', { ...titled('Other'), citekey: '../out/x' });
    await sync();
    expect(read('doe.md')).toBe('My own.\n');
    expect(notes.names()).toEqual(['doe-2.md', 'doe.md', 'out', 'out x.md']);
    expect(readdirSync(notes.base)).toEqual(['vault']);
  });

  it('leave alone what cannot be read, and go on with the rest', async () => {
    await put('doe', titled('On wind'));
    await put('roe', titled('Of rain'));
    await sync();
    notes.write('doe.md', '---\nzapomni-id: doe\nbroken: [\n---\n');
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
    notes.write('doe.md', `${read('doe.md')}\nA secret.\n`);
    await sync();
    const [item] = await remembered();
    await notes.app.memories.delete('default', [item?.id ?? '']);
    await change('doe', titled('New'));
    expect(await sync()).toMatchObject({ texts: 0, updated: 1 });
  });

  it('tell what is new also where a process died before it could, and take nothing for removed that it did not write', async () => {
    await put('doe', titled('On wind', 'It blows.'));
    await sync();
    edit('doe.md', 'It blows.', 'It blows, I say.');
    await change('doe', { ...titled('On wind', 'New words.'), tags: ['wind'], rating: 4, tldr: 'Wind.' });
    const put_ = () => Promise.reject(new Error('killed'));
    const { folders } = notes.deps;
    const dying = { ...notes.deps, ...(folders ? { folders: { ...folders, put: put_ } } : {}) };
    for (let time = 0; time < 2; time += 1)
      await expect(syncNotes(dying, { workspace: 'default', client: 'test' })).rejects.toThrow('killed');
    expect(await sync()).toMatchObject({ updated: 1, taken: 0, conflicts: [{ parts: ['abstract'] }] });
    expect(read('doe.md')).toMatch(/tags:\n {2}- wind\n[\s\S]*rating: 4\n[\s\S]*I say[\s\S]*New words\.[\s\S]*Wind\./);
    const kept = await notes.papers.get('default', 'doe');
    expect(kept?.value).toMatchObject({ tags: ['wind'], rating: 4 });
    expect(await sync({ all: true })).toMatchObject({ updated: 0, conflicts: [] });
  });

  it('are made once by processes that begin with a new vault together', async () => {
    await put('doe', titled('On wind'));
    const reports = await Promise.all([sync(), sync(), sync()]);
    expect(reports.map(({ created }) => created).toSorted()).toEqual([0, 0, 1]);
    expect(reports.map(({ unchanged }) => unchanged).toSorted()).toEqual([0, 1, 1]);
    expect(notes.names()).toEqual(['doe.md']);
  });

  it('need a vault that is there', async () => {
    const { vault: _, ...without } = notes.deps;
    await expect(syncNotes(without, { workspace: 'default', client: 'test' })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
    });
    rmSync(notes.vault, { recursive: true });
    await expect(sync()).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining('ZAPOMNI_VAULT_DIR'),
    });
    expect(existsSync(notes.vault)).toBe(false);
  });

  it('say which setting names a vault that may not be written, and what to do', async () => {
    await put('doe');
    const { folders } = notes.deps;
    const refusal = () =>
      Promise.reject(new ZapomniError('FORBIDDEN', 'folder: may not be written.', { hint: 'Let this user write.' }));
    const told = { message: 'ZAPOMNI_VAULT_DIR: may not be written.', hint: 'Let this user write.' };
    const asked = { workspace: 'default', client: 'test' };
    for (const refused of [{ open: refusal }, { put: refusal }]) {
      const deps = { ...notes.deps, ...(folders ? { folders: { ...folders, ...refused } } : {}) };
      await expect(syncNotes(deps, asked)).rejects.toMatchObject(told);
    }
    expect(readdirSync(notes.vault)).toEqual([]);
  });

  it('are not taken for removed when another folder stands in the place of the vault', async () => {
    await put('doe', titled('On wind'));
    await sync();
    renameSync(notes.vault, path.join(notes.base, 'elsewhere'));
    mkdirSync(notes.vault);
    await expect(sync()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('ZAPOMNI_VAULT_DIR'),
      hint: expect.stringContaining('new_vault: true'),
    });
    renameSync(path.join(notes.base, 'elsewhere'), notes.vault);
    expect(await sync()).toMatchObject({ unchanged: 1, removed: [] });
  });
});
