/** What only the user can put right in a vault is left as it is and told, with the file and what to do, until it is. */
import { chmodSync, copyFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { NotesGround, titled } from '@zapomni/testkit/notes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const END = '%% zapomni:end abstract %%\n';
const BEGIN = '%% zapomni:begin abstract %%\n';

describe('problems in a vault', () => {
  let notes: NotesGround;
  beforeEach(async () => {
    notes = new NotesGround();
    await notes.put('doe', { ...titled('On wind', 'It blows.'), tldr: 'Wind.' });
    await notes.sync();
  });
  afterEach(() => notes.close());
  const sync: NotesGround['sync'] = (...given) => notes.sync(...given);
  const read = (name: string) => notes.read(name);
  const remembered = async () => {
    const { items } = await notes.deps.storage.memories.list({ workspace: 'default', limit: 10 });
    const all = await notes.deps.storage.memories.get(
      'default',
      items.map(({ id }) => id),
    );
    return all.map(({ text }) => text);
  };

  describe('a copy of a note', () => {
    it('is told each time, with the one that counts, and neither is touched', async () => {
      copyFileSync(notes.at('doe.md'), notes.at('a copy.md'));
      const copy = read('a copy.md');
      const problems = [{ file: 'a copy.md', problem: expect.stringContaining('doe.md'), fix: expect.any(String) }];
      for (const dryRun of [true, false, false]) expect(await sync({ dryRun })).toMatchObject({ problems, updated: 0 });
      await notes.change('doe', titled('On storms', 'It storms.'));
      expect(await sync()).toMatchObject({ problems, updated: 1 });
      expect(read('doe.md')).toContain('It storms.');
      expect(read('a copy.md')).toBe(copy);
      expect(await sync({ papers: ['doe'] })).toMatchObject({ problems });
      notes.edit('a copy.md', /zapomni-id: .*\n/, '');
      expect(await sync()).toMatchObject({ problems: [] });
    });

    it('counts when the note itself is taken away, and is told from one that was moved', async () => {
      copyFileSync(notes.at('doe.md'), notes.at('b.md'));
      notes.edit('b.md', 'On wind', 'Of mine');
      notes.move('doe.md', 'c.md');
      const problems = [{ file: 'b.md', problem: expect.stringContaining('c.md') }];
      expect(await sync()).toMatchObject({ moved: 1, problems });
      rmSync(notes.at('c.md'));
      expect(await sync()).toMatchObject({ moved: 1, problems: [] });
    });

    it('is found among files that were looked into before', async () => {
      notes.write('mine.md', 'My own.\n');
      await sync();
      copyFileSync(notes.at('doe.md'), notes.at('mine.md'));
      expect(await sync()).toMatchObject({ problems: [{ file: 'mine.md' }] });
    });
  });

  describe('a line that marks a region', () => {
    it.each([
      ['lost at its end', END, '', /no end: the line %% zapomni:end abstract %%/],
      ['lost at its beginning', BEGIN, '', /no beginning: the line %% zapomni:begin abstract %%/],
      ['twice', END, `${END}${BEGIN}Mine too.\n${END}`, /more than once/],
      ['around another', END, '', /lines of another/],
      ['changed', END, '%%zapomni:end abstract%%\n', /was changed/],
    ])('%s: the region is left and told, until the line is mended', async (what, from, to, problem) => {
      notes.edit('doe.md', from, to);
      if (what === 'around another') notes.write('doe.md', `${read('doe.md')}${END}`);
      notes.write('doe.md', `${read('doe.md')}\nMine.\n`);
      const body = read('doe.md').replace(/^[\s\S]*\n---\n/, '');
      await notes.change('doe', { ...titled('On storms', 'It storms.'), tldr: 'Storms.' });
      const told = { problems: [{ file: 'doe.md', problem: expect.stringMatching(problem) }], conflicts: [] };
      expect(await sync({ dryRun: true })).toMatchObject(told);
      expect(await sync()).toMatchObject(told);
      // The other region goes on, unless it lies within the broken one.
      expect(read('doe.md').replace(/^[\s\S]*\n---\n/, '')).toBe(body.replace('Wind.', 'Storms.'));
      expect(await sync()).toMatchObject(told);
      const texts = await remembered();
      expect(texts.join()).toContain('Mine.');
      expect(texts.join()).not.toContain('zapomni:');
      notes.write(
        'doe.md',
        read('doe.md')
          .replace(/^[\s\S]*\n---\n/, (head) => `${head}${BEGIN}## Abstract\n\nIt blows.\n${END}`)
          .replace(/(?<=end abstract %%\n)[\s\S]*$/, '\nMine.\n'),
      );
      expect(await sync()).toMatchObject({ problems: [], conflicts: [] });
      expect(read('doe.md')).toContain(`${BEGIN}## Abstract\n\nIt storms.\n${END}`);
      expect(await remembered()).toEqual(['Mine.']);
    });

    it('of a conflict: told as well', async () => {
      notes.edit('doe.md', 'It blows.', 'It blows, I say.');
      await notes.change('doe', titled('On wind', 'New words.'));
      const report = await sync();
      expect(report.conflicts).toMatchObject([
        { parts: ['abstract'], fix: expect.stringContaining('below the region') },
      ]);
      notes.edit('doe.md', '%% zapomni:end conflict %%\n', '');
      expect(await sync()).toMatchObject({
        problems: [{ file: 'doe.md', problem: expect.stringContaining('conflict') }],
      });
      notes.edit('doe.md', /%% zapomni:conflict[\s\S]*?New words\.\n/, '');
      expect(await sync()).toMatchObject({ problems: [] });
    });
  });

  describe('a note that is there and not to be had', () => {
    it('is not taken for removed when it is a link, or lies in a folder that is one', async () => {
      notes.move('doe.md', '../elsewhere.md');
      symlinkSync(path.join(notes.base, 'elsewhere.md'), notes.at('doe.md'));
      const before = notes.read('../elsewhere.md');
      const told = {
        removed: [],
        skipped: [{ file: 'doe.md', reason: expect.stringContaining('links are not followed') }],
      };
      expect(await sync()).toMatchObject(told);
      await notes.change('doe', titled('On storms'));
      expect(await sync()).toMatchObject(told);
      expect(notes.read('../elsewhere.md')).toBe(before);
      rmSync(notes.at('doe.md'));
      notes.move('../elsewhere.md', 'doe.md');
      expect(await sync()).toMatchObject({ skipped: [], updated: 1 });
    });

    it.skipIf(process.getuid?.() === 0)('nor where it may not be read', async () => {
      notes.move('doe.md', 'sub/doe.md');
      await sync();
      chmodSync(notes.at('sub'), 0);
      expect(await sync()).toMatchObject({ removed: [], skipped: [{ file: 'sub/doe.md' }] });
      chmodSync(notes.at('sub'), 0o700);
      expect(await sync()).toMatchObject({ removed: [], skipped: [], unchanged: 1 });
    });

    it.skipIf(process.getuid?.() === 0)('nor where it may not be written, which is told with what to do', async () => {
      await notes.change('doe', titled('On storms'));
      chmodSync(notes.vault, 0o500);
      const skipped = [
        { file: 'doe.md', reason: expect.stringMatching(/may not be written\. Let this user write to it/) },
      ];
      expect(await sync()).toMatchObject({ updated: 0, skipped });
      chmodSync(notes.vault, 0o700);
      expect(await sync()).toMatchObject({ updated: 1, skipped: [] });
    });

    it('is known when it was moved with front matter that is broken', async () => {
      notes.move('doe.md', 'sub/doe.md');
      notes.edit('sub/doe.md', 'title: ', 'broken: [\ntitle: ');
      const skipped = [{ file: 'sub/doe.md', reason: expect.stringContaining('line ') }];
      expect(await sync()).toMatchObject({ removed: [], skipped });
    });
  });

  it('a property that no paper can have is told until it is mended, and left as it is', async () => {
    notes.edit('doe.md', 'status: unread', 'status: someday\nrating: 9');
    const own = read('doe.md');
    const problems = [
      { file: 'doe.md', problem: expect.stringContaining('status'), fix: expect.stringContaining('reading') },
      { file: 'doe.md', problem: expect.stringContaining('rating'), fix: expect.stringContaining('1 to 5') },
    ];
    for (const dryRun of [true, false, false]) expect(await sync({ dryRun })).toMatchObject({ problems, taken: 0 });
    expect(read('doe.md')).toBe(own);
    notes.edit('doe.md', 'someday\nrating: 9', 'read\nrating: 4');
    expect(await sync()).toMatchObject({ problems: [], taken: 1 });
    expect(await sync()).toMatchObject({ problems: [], unchanged: 1 });
  });

  it('another file of the user’s in the place of a note is no note', async () => {
    notes.write('doe.md', '---\ntitle: Shopping\n---\nMilk.\n');
    await notes.change('doe', { rating: 4 });
    expect(await sync()).toMatchObject({ removed: ['doe.md'], updated: 0 });
    expect(read('doe.md')).toBe('---\ntitle: Shopping\n---\nMilk.\n');
    expect(await sync({ recreate: true })).toMatchObject({ created: 1 });
    expect(read('doe-2.md')).toContain('rating: 4');
    expect(read('doe.md')).toBe('---\ntitle: Shopping\n---\nMilk.\n');
  });

  it('text of the user’s that is too long to remember keeps no other note from being written', async () => {
    await notes.close();
    notes = new NotesGround({ max_text_length: '1000' });
    await notes.put('doe', titled('On wind'));
    await notes.put('roe', titled('Of rain'));
    await sync();
    notes.write('doe.md', `${read('doe.md')}\n${'Mine and long. '.repeat(100)}\n`);
    const own = read('doe.md');
    await notes.change('doe', titled('On storms'));
    await notes.change('roe', titled('Of snow'));
    const report = await sync();
    expect(report).toMatchObject({ updated: 2, texts: 0, problems: [{ file: 'doe.md', fix: expect.any(String) }] });
    expect(read('doe.md')).toBe(own.replaceAll('On wind', 'On storms'));
    expect(read('roe.md')).toContain('Of snow');
    expect(await sync()).toMatchObject({ problems: [{ file: 'doe.md' }] });
  });
});
