/** Links between notes lead to where the notes are, whatever the user calls them. */
import { rmSync } from 'node:fs';
import { NotesGround, titled } from '@zapomni/testkit/notes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

describe('links between notes', () => {
  let notes: NotesGround;
  /** Doe cites Roe, and something that nobody has. */
  beforeEach(async () => {
    notes = new NotesGround();
    await notes.put('p1', { ...titled('Citing'), citekey: 'doe2020' });
    await notes.put('p2', { ...titled('Cited'), citekey: 'roe2019' });
    await notes.put('p3', { ...titled('Not here'), citekey: 'poe', standing: 'referenced' });
    await notes.cite('p1', [
      { cited: 'p2', raw: '[1] Roe, Cited.', marker: '[1]' },
      { cited: 'p3', raw: '[2] Poe, Not here.', marker: '[2]' },
    ]);
  });
  afterEach(() => notes.close());
  const sync: NotesGround['sync'] = (...given) => notes.sync(...given);
  const read = (name: string) => notes.read(name);

  it('are the citekey where the note is called so, and text where there is no note', async () => {
    expect(await sync()).toMatchObject({ created: 2 });
    expect(read('doe2020.md')).toContain('- **[1]** [[roe2019]] Roe, Cited.\n- **[2]** Poe, Not here.\n');
    expect(read('roe2019.md')).toContain('## Cited by\n\n- [[doe2020]]\n');
    expect(await sync({ all: true })).toMatchObject({ updated: 0, unchanged: 2 });
  });

  it('name the file and show the citekey where the template says otherwise', async () => {
    await sync({ template: '{title} {citekey}' });
    expect(notes.names()).toEqual(['Cited roe2019.md', 'Citing doe2020.md']);
    expect(read('Citing doe2020.md')).toContain('[[Cited roe2019|roe2019]] Roe');
    expect(read('Cited roe2019.md')).toContain('- [[Citing doe2020|doe2020]]');
  });

  it('follow notes that the user calls otherwise or moves, and the citekey', async () => {
    await sync();
    notes.move('roe2019.md', 'read/On rain.md');
    expect(await sync()).toMatchObject({ moved: 1, updated: 1, conflicts: [] });
    expect(read('doe2020.md')).toContain('[[On rain|roe2019]] Roe');
    notes.move('doe2020.md', 'read/Doe.md');
    expect(await sync()).toMatchObject({ moved: 1, updated: 1 });
    expect(read('read/On rain.md')).toContain('- [[Doe|doe2020]]');
    await notes.change('p2', { citekey: 'roe2019a' });
    await sync();
    expect(read('read/Doe.md')).toContain('[[On rain|roe2019a]] Roe');
    expect(await sync({ all: true })).toMatchObject({ updated: 0, unchanged: 2 });
  });

  it('name the folder where another file is called the same', async () => {
    await sync();
    notes.write('mine/Roe2019.md', 'My own.\n');
    notes.move('roe2019.md', 'papers/roe2019.md');
    await sync();
    expect(read('doe2020.md')).toContain('[[papers/roe2019|roe2019]] Roe');
    notes.move('doe2020.md', 'mine/doe2020.md');
    notes.move('papers/roe2019.md', 'roe2019.md');
    await sync();
    expect(read('mine/doe2020.md')).toContain('[[../roe2019|roe2019]] Roe');
    rmSync(notes.at('mine/Roe2019.md'));
    await sync();
    expect(read('mine/doe2020.md')).toContain('[[roe2019]] Roe');
  });

  it('are left away when a note is removed, and come back with it', async () => {
    await sync();
    rmSync(notes.at('roe2019.md'));
    expect(await sync()).toMatchObject({ removed: ['roe2019.md'], updated: 1 });
    expect(read('doe2020.md')).toContain('- **[1]** Roe, Cited.');
    await sync({ recreate: true });
    expect(read('doe2020.md')).toContain('- **[1]** [[roe2019]] Roe, Cited.');
  });

  it('lead to the note of what is shown in the stead of a preprint', async () => {
    await notes.put('p4', { ...titled('Cited, in print'), citekey: 'roe2021' });
    await notes.change('p2', { shown_as: 'p4' });
    await sync();
    expect(notes.names()).toEqual(['doe2020.md', 'roe2021.md']);
    expect(read('doe2020.md')).toContain('- **[1]** [[roe2021]] Roe, Cited.');
  });

  it('that Obsidian has written anew are no edit of the user’s', async () => {
    await sync();
    notes.move('roe2019.md', 'On rain.md');
    notes.edit('doe2020.md', '[[roe2019]]', '[[On rain]]');
    expect(await sync()).toMatchObject({ conflicts: [] });
    expect(read('doe2020.md')).toContain('- **[1]** [[On rain|roe2019]] Roe, Cited.');
    expect(read('doe2020.md')).not.toContain('conflict');
  });

  it('stay as they are where the user has changed the region, or made them lead elsewhere', async () => {
    await sync();
    notes.edit('doe2020.md', 'Roe, Cited.', 'Roe, Cited. Good!');
    notes.edit('roe2019.md', '[[doe2020]]', '[[my own note]]');
    const own = read('doe2020.md');
    notes.move('roe2019.md', 'On rain.md');
    notes.move('doe2020.md', 'Doe.md');
    expect(await sync()).toMatchObject({ moved: 2, conflicts: [] });
    expect(read('Doe.md')).toBe(own);
    expect(read('On rain.md')).toContain('- [[my own note]]\n');
    expect(read('On rain.md')).not.toContain('conflict');
  });

  it('of notes that have exchanged their names are exchanged', async () => {
    await sync();
    notes.move('roe2019.md', 'x.md');
    notes.move('doe2020.md', 'roe2019.md');
    notes.move('x.md', 'doe2020.md');
    expect(await sync()).toMatchObject({ moved: 2, removed: [], created: 0 });
    expect(read('roe2019.md')).toContain('[[doe2020|roe2019]] Roe, Cited.');
    expect(read('doe2020.md')).toContain('[[roe2019|doe2020]]');
  });

  it('follow when the list of a paper is another of the same length', async () => {
    await notes.put('p5', { ...titled('Other'), citekey: 'lee' });
    await sync();
    await notes.cite('p1', [
      { cited: 'p5', raw: '[1] Lee, Other.', marker: '[1]' },
      { cited: null, raw: '[2] Nobody.', marker: '[2]' },
    ]);
    const paper = await notes.papers.get('default', 'p1');
    await notes.change('p1', { updated_at: (paper?.value.updated_at ?? 0) + 1 });
    await sync();
    expect(read('doe2020.md')).toContain('[[lee]] Lee, Other.');
    expect(read('lee.md')).toContain('- [[doe2020]]');
    expect(read('roe2019.md')).not.toContain('[[doe2020]]');
  });
});
