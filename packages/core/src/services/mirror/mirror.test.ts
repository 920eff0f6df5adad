/** The mirror on a real store and real files. */
import { ENDED_KIND } from '../../model/index.ts';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { MirrorGround, WORKSPACE } from '@zapomni/testkit/mirror';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const DAY = 86_400_000;
let ground: MirrorGround;
beforeEach(() => {
  ground = new MirrorGround();
});
afterEach(() => ground.close());

describe('memories', () => {
  it('become notes, once, and follow their memories', async () => {
    const id = await ground.add('# Moving\n\nWe move in May.  \n\tIndented.', { tags: ['house'], source: 'chat' });
    expect(await ground.sync()).toMatchObject({ written: 1, unchanged: 0 });
    const name = ground.file();
    expect(name).toBe(`moving-${id.replaceAll('-', '').slice(-8)}.md`);
    expect(ground.read(name)).toContain(`memory_id: "${id}"`);
    expect(ground.read(name)).toMatch(/\n---\n# Moving\n\nWe move in May\. {2}\n\tIndented\.\n$/);
    expect(await ground.sync()).toMatchObject({ written: 0, unchanged: 1 });
    await ground.app.memories.update({ workspace: WORKSPACE, id, change: { text: 'We stay.' } });
    expect(await ground.sync()).toMatchObject({ written: 1 });
    expect(ground.file()).toBe(name);
    expect(ground.read(name)).toMatch(/\n---\nWe stay\.\n$/);
  });

  it('that are deleted take their notes with them, unless these were changed', async () => {
    const [one, other] = [await ground.add('first'), await ground.add('second')];
    await ground.sync();
    ground.edit(ground.file('second'), 'second', 'second, and more');
    await ground.app.memories.delete(WORKSPACE, [one, other]);
    const report = await ground.sync();
    expect(report).toMatchObject({ removed: 2, conflicts: [{ file: expect.stringMatching(/^second-/) as string }] });
    const copy = ground.file();
    expect(copy).toBe(report.conflicts[0]?.copy);
    expect(copy).toMatch(/\(conflict 2026-01-01 [0-9a-f]{6}\)\.md$/);
    expect(ground.read(copy)).toContain('second, and more');
    // It is a copy, and never becomes a memory.
    expect(await ground.sync()).toMatchObject({ added: 0, written: 0, skipped: [] });
    expect(await ground.all()).toEqual([]);
  });

  it('that another superseded stay, and say by which', async () => {
    const old = await ground.add('The price is 4.');
    await ground.sync();
    await ground.app.memories.add({
      workspace: WORKSPACE,
      drafts: [{ text: 'It is 5.', supersedes: old }],
      batch: false,
    });
    await ground.sync();
    await ground.sync();
    expect(ground.read(ground.file('the-price'))).toMatch(/superseded_by: "/);
    expect(await ground.sync()).toMatchObject({ written: 0, unchanged: 2 });
  });

  it('that say how a document ended are not mirrored either', async () => {
    const ended = { text: 'The file plan.md was deleted.', kind: ENDED_KIND };
    await ground.app.memories.add({ workspace: 'default', drafts: [ended], batch: false });
    expect(await ground.sync()).toMatchObject({ written: 0 });
  });

  it('that are documents are not mirrored: their file is what they come from', async () => {
    ground.write('plan.txt', 'Not a note.');
    await ground.app.documents.add({
      workspace: WORKSPACE,
      client: 'test',
      path: path.join(ground.folder, 'plan.txt'),
    });
    expect(await ground.sync()).toMatchObject({ written: 0, added: 0 });
    expect(ground.files()).toEqual([]);
  });
});

describe('an edit in a file', () => {
  it('changes the memory, with what was before in its history, and leaves the file alone', async () => {
    const id = await ground.add('We move in May.', { tags: ['house'], metadata: { cost: '400' } });
    await ground.sync();
    const name = ground.file();
    ground.edit(name, 'in May.', 'in June.');
    ground.edit(name, 'cost: "400"', 'cost: 500\ncolour: blue');
    ground.edit(name, '  - house', '  - house\n  - "2027"');
    ground.edit(name, 'kind: note', 'kind: plan\nsource: Anna');
    const content = ground.read(name);
    expect(await ground.sync()).toMatchObject({ updated: 1, written: 0 });
    expect(await ground.get(id)).toMatchObject({
      text: 'We move in June.',
      tags: ['house', '2027'],
      source: 'Anna',
      kind: 'plan',
      metadata: { cost: 500, colour: 'blue' },
      version: 2,
    });
    expect(await ground.history(id)).toEqual(['We move in May.']);
    expect(ground.read(name)).toBe(content);
    expect(await ground.sync()).toMatchObject({ updated: 0, written: 0, unchanged: 1 });
    expect((await ground.app.search.run({ workspaces: [WORKSPACE], query: 'June', limit: 5 })).hits).toHaveLength(1);
  });

  it('that is no change of what it says changes nothing', async () => {
    const id = await ground.add('We move in May.');
    await ground.sync();
    ground.edit(ground.file(), 'We move in May.\n', '\n\nWe move in May.\n\n\n');
    expect(await ground.sync()).toMatchObject({ updated: 0, written: 0 });
    expect((await ground.get(id)).version).toBe(1);
  });

  it('that breaks the front matter is reported and left alone, wherever the file lies', async () => {
    const id = await ground.add('We move in May.');
    await ground.sync();
    ground.edit(ground.file(), 'kind: note', 'kind: [note');
    ground.rename(ground.file(), 'elsewhere.md');
    for (const graceMs of [0, DAY]) {
      const report = await ground.sync({ graceMs });
      expect(report.skipped).toEqual([{ file: 'elsewhere.md', reason: expect.stringContaining('YAML') as string }]);
      expect(report).toMatchObject({ written: 0, deleted: 0, missing: [] });
    }
    ground.edit('elsewhere.md', 'kind: [note', 'kind: plan');
    expect(await ground.sync()).toMatchObject({ updated: 1, skipped: [] });
    expect((await ground.get(id)).kind).toBe('plan');
  });

  it('that cannot be stored is reported, and the others go on', async () => {
    await ground.add('one');
    const id = await ground.add('other');
    await ground.sync();
    ground.edit(ground.file('one'), '\none\n', '\n');
    ground.edit(ground.file('other'), '\nother\n', '\nother text\n');
    const report = await ground.sync();
    expect(report).toMatchObject({ updated: 1, skipped: [{ reason: expect.stringContaining('empty') as string }] });
    expect((await ground.get(id)).text).toBe('other text');
  });
});

describe('a file', () => {
  it('that is new becomes a memory and gets its id; nothing else of it is touched', async () => {
    const content =
      '---\ntitle: Tea # mine\ntags: [green, "#hot"]\ndate: 2024-05-01\n---\n\nGreen tea at 80 degrees.\n';
    ground.write('drinks/tea.md', content);
    expect(await ground.sync()).toMatchObject({ added: 1, written: 0 });
    const [memory] = await ground.all();
    expect(memory).toMatchObject({
      tags: ['green', 'hot'],
      metadata: { title: 'Tea', date: '2024-05-01' },
      occurredAt: Date.UTC(2024, 4, 1),
    });
    expect(ground.read('drinks/tea.md')).toBe(content.replace('---\n', `---\nmemory_id: ${memory?.id ?? ''}\n`));
    expect(await ground.sync()).toMatchObject({ added: 0, updated: 0, written: 0, unchanged: 1 });
    ground.write('empty.md', '---\ntitle: soon\n---\n');
    expect(await ground.sync()).toMatchObject({ added: 0, skipped: [{ file: 'empty.md' }] });
  });

  it('that is renamed stays the same memory; one that is copied becomes another', async () => {
    const id = await ground.add('We move in May.');
    await ground.sync();
    ground.rename(ground.file(), 'house/moving.md');
    expect(await ground.sync()).toMatchObject({ moved: 1, written: 0, missing: [] });
    ground.write('house/a copy.md', ground.read('house/moving.md').replace('May', 'July'));
    expect(await ground.sync()).toMatchObject({ added: 1, updated: 0 });
    expect((await ground.get(id)).text).toBe('We move in May.');
    expect((await ground.all()).map(({ preview }) => preview).sort()).toEqual(['We move in July.', 'We move in May.']);
    expect(await ground.sync()).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
    await ground.app.memories.update({ workspace: WORKSPACE, id, change: { text: 'We stay.' } });
    await ground.sync();
    expect(ground.files()).toEqual(['house/a copy.md', 'house/moving.md']);
    expect(ground.read('house/moving.md')).toContain('We stay.');
  });

  it('whose id an editor wrote over gets it again', async () => {
    ground.write('tea.md', 'Green tea.');
    await ground.sync();
    ground.write('tea.md', 'Green tea, hot.');
    expect(await ground.sync()).toMatchObject({ updated: 1, added: 0 });
    expect(ground.read('tea.md')).toMatch(/^---\nmemory_id: /);
    expect(await ground.all()).toHaveLength(1);
  });

  it('that is removed takes its memory with it after the grace period, unless it comes back', async () => {
    const id = await ground.add('We move in May.');
    await ground.sync();
    const name = ground.file();
    const content = ground.read(name);
    ground.remove(name);
    expect(await ground.sync()).toMatchObject({ missing: [name], deleted: 0, written: 0 });
    ground.test.clock.advance(6 * DAY);
    ground.write(name, content);
    expect(await ground.sync()).toMatchObject({ missing: [], deleted: 0 });
    ground.remove(name);
    await ground.sync();
    ground.test.clock.advance(6 * DAY);
    expect(await ground.sync()).toMatchObject({ missing: [name], deleted: 0 });
    ground.test.clock.advance(DAY);
    expect(await ground.sync()).toMatchObject({ missing: [], deleted: 1 });
    await expect(ground.get(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    // It was forgotten: neither the old file nor a new one with the text brings it back.
    ground.write(name, content);
    ground.write('again.md', 'We move in May.\n');
    const report = await ground.sync();
    expect(report).toMatchObject({ added: 0, forgotten: ['again.md'], skipped: [{ file: name }] });
    expect(await ground.all()).toEqual([]);
  });

  it('that is removed while its memory changes is written again; confirmed, it goes at once', async () => {
    const id = await ground.add('We move in May.');
    await ground.sync();
    const name = ground.file();
    ground.remove(name);
    await ground.app.memories.update({ workspace: WORKSPACE, id, change: { text: 'We stay.' } });
    expect(await ground.sync({ graceMs: 0 })).toMatchObject({ written: 1, deleted: 0 });
    ground.remove(name);
    expect(await ground.sync({ graceMs: 0 })).toMatchObject({ deleted: 1 });
    expect(await ground.all()).toEqual([]);
  });

  it('is written again when its folder is gone too', async () => {
    const id = await ground.add('We move in May.');
    await ground.sync();
    ground.rename(ground.file(), 'sub/moving.md');
    await ground.sync();
    rmSync(path.join(ground.folder, 'sub'), { recursive: true });
    await ground.app.memories.update({ workspace: WORKSPACE, id, change: { text: 'We stay.' } });
    expect(await ground.sync()).toMatchObject({ written: 1, skipped: [] });
    expect(ground.file()).toMatch(/^we-stay-/);
  });

  it('of a memory that this store does not have is left alone', async () => {
    await ground.add('We move in May.');
    await ground.sync();
    const content = ground.read(ground.file());
    await ground.app.memories.clear(WORKSPACE);
    ground.write('copy.md', content);
    const report = await ground.sync();
    expect(report).toMatchObject({ added: 0, removed: 0 });
    expect(report.skipped.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('not in this store'),
      expect.stringContaining('not in this store'),
    ]);
    expect(ground.files()).toHaveLength(2);
  });
});

describe('edits on both sides', () => {
  it('of the same: the file counts, the other stays in the history and beside it', async () => {
    const id = await ground.add('We move in May.');
    await ground.sync();
    const name = ground.file();
    ground.edit(name, 'May', 'June');
    await ground.app.memories.update({ workspace: WORKSPACE, id, change: { text: 'We move in July.', tags: ['new'] } });
    const report = await ground.sync();
    expect(report.conflicts).toMatchObject([{ file: name }]);
    expect(await ground.get(id)).toMatchObject({ text: 'We move in June.', tags: ['new'] });
    expect(await ground.history(id)).toEqual(['We move in May.', 'We move in July.']);
    expect(ground.read(report.conflicts[0]?.copy ?? '')).toContain('We move in July.');
    expect(ground.read(name)).toMatch(/tags:\n {2}- new\n[\s\S]*We move in June\./);
    expect(await ground.sync()).toMatchObject({ updated: 0, written: 0, added: 0, conflicts: [], unchanged: 1 });
  });

  it('of different things both count', async () => {
    const id = await ground.add('We move in May.', { tags: ['old'] });
    await ground.sync();
    const name = ground.file();
    ground.edit(name, 'May', 'June');
    await ground.app.memories.update({ workspace: WORKSPACE, id, change: { tags: ['new'] } });
    expect(await ground.sync()).toMatchObject({ conflicts: [], updated: 1, written: 1 });
    expect(await ground.get(id)).toMatchObject({ text: 'We move in June.', tags: ['new'] });
    expect(ground.read(name)).toMatch(/- new\n[\s\S]*We move in June\./);
  });

  it('that say the same are no conflict', async () => {
    const id = await ground.add('We move in May.');
    await ground.sync();
    ground.edit(ground.file(), 'May', 'June');
    await ground.app.memories.update({ workspace: WORKSPACE, id, change: { text: 'We move in June.' } });
    expect(await ground.sync()).toMatchObject({ conflicts: [], updated: 0, written: 0 });
  });

  it('at the very same moment lose nothing', async () => {
    const id = await ground.add('We move in May.');
    await ground.sync();
    ground.edit(ground.file(), 'May', 'June');
    const { storage } = ground.test.deps;
    let isFirst = true;
    const memories: typeof storage.memories = {
      ...storage.memories,
      async update(...args) {
        const [workspace, which, , at] = args;
        if (isFirst) {
          isFirst = false;
          await storage.memories.update(workspace, which, { source: 'another process' }, at);
        }
        return storage.memories.update(...args);
      },
    };
    ground.open({ storage: { ...storage, memories } });
    const report = await ground.sync();
    expect(report.conflicts).toHaveLength(1);
    expect(await ground.get(id)).toMatchObject({ text: 'We move in June.', source: 'another process' });
    expect(ground.read(ground.files().find((name) => !name.includes('conflict')) ?? '')).toContain(
      'source: another process',
    );
  });
});

describe('what the graph knows of a memory', () => {
  it('is linked, is not text, and changes without the rest', async () => {
    await ground.close();
    ground = new MirrorGround({}, { graph: 'on' });
    const id = await ground.add('Alice works for Acme.');
    ground.write('bob.md', '---\nmood: good # mostly\n---\nBob lives in Berlin.\n');
    await ground.sync();
    await ground.app.readWaiting(30_000);
    expect(await ground.sync()).toMatchObject({ updated: 0, added: 0 });
    expect(ground.read(ground.file('alice'))).toMatch(/-->\n\[\[Acme\]\] · \[\[Alice\]\]\n<!-- zapomni: end -->\n$/);
    expect(ground.read('bob.md')).toMatch(
      /mood: good # mostly\n---\nBob lives in Berlin\.\n\n<!--[^\n]*\n\[\[Berlin\]\] · \[\[Bob\]\]/,
    );
    expect(await ground.sync()).toMatchObject({ written: 0, updated: 0, unchanged: 2 });
    ground.edit(ground.file('alice'), 'works for', 'worked for');
    expect(await ground.sync()).toMatchObject({ updated: 1 });
    expect((await ground.get(id)).text).toBe('Alice worked for Acme.');
  });
});

describe('a folder', () => {
  it('that has lost its marker is not filled or emptied unasked', async () => {
    await ground.add('We move in May.');
    await ground.sync();
    rmSync(ground.folder, { recursive: true });
    await expect(ground.sync({ graceMs: 0 })).rejects.toMatchObject({
      code: 'CONFLICT',
      hint: expect.stringMatching(/--new/),
    });
    expect(await ground.all()).toHaveLength(1);
    expect(await ground.sync({ beginAnew: true })).toMatchObject({ written: 1 });
  });

  it('belongs to one workspace', async () => {
    await ground.sync();
    await expect(ground.sync({ workspace: 'other' })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('may be moved, with all that is known of it', async () => {
    await ground.add('We move in May.');
    await ground.sync();
    ground.edit(ground.file(), 'May', 'June');
    ground.rename('.', '../notes-moved');
    mkdirSync(ground.folder);
    ground.rename('../notes-moved', 'inner');
    expect(await ground.sync({ folder: path.join(ground.folder, 'inner') })).toMatchObject({ updated: 1, written: 0 });
  });

  it('is only looked at in a dry run', async () => {
    await ground.add('We move in May.');
    expect(await ground.sync({ dryRun: true })).toMatchObject({ written: 1 });
    expect(existsSync(ground.folder)).toBe(false);
    await ground.sync();
    ground.write('new.md', 'New.');
    ground.edit(ground.file('we-move'), 'May', 'June');
    expect(await ground.sync({ dryRun: true })).toMatchObject({ written: 0, added: 1, updated: 1 });
    expect(await ground.sync()).toMatchObject({ written: 0, added: 1, updated: 1 });
    ground.remove('new.md');
    expect(await ground.sync({ dryRun: true, graceMs: 0 })).toMatchObject({ deleted: 1 });
    expect(await ground.all()).toHaveLength(2);
  });

  it.skipIf(process.platform === 'win32')('is left through no link', async () => {
    await ground.add('We move in May.');
    await ground.sync();
    const name = ground.file();
    ground.write('../secret.md', 'secret');
    ground.write('../outside/deep.md', 'deep');
    ground.remove(name);
    symlinkSync(path.join(ground.folder, '../secret.md'), path.join(ground.folder, name));
    symlinkSync(path.join(ground.folder, '../outside'), path.join(ground.folder, 'linked'));
    const report = await ground.sync({ graceMs: 0 });
    expect(report).toMatchObject({ written: 0, added: 0, deleted: 0 });
    expect(report.skipped).toEqual([{ file: name, reason: expect.stringContaining('link') as string }]);
    expect(ground.read('../secret.md')).toBe('secret');
    expect((await ground.all()).map(({ preview }) => preview)).toEqual(['We move in May.']);
  });
});
