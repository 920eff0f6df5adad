/** Notes of papers for each program that shows them, and by the name that the settings say: a real store, real files. */
import { NotesGround, titled } from '@zapomni/testkit/notes';
import { afterEach, describe, expect, it } from 'vitest';

describe('notes of papers', () => {
  let notes: NotesGround;
  const open = async (settings: Readonly<Record<string, string>>): Promise<void> => {
    notes = new NotesGround(settings);
    await notes.put('roe', titled('Of rain', 'It rains.\n\nIt pours.'));
    await notes.put('doe', titled('On wind'));
    await notes.cite('doe', [{ cited: 'roe', raw: '[1] Roe, Of rain.', marker: '[1]' }]);
  };
  afterEach(() => notes.close());

  it.each([
    ['obsidian', '%% zapomni:begin references %%\n## References\n\n- **[1]** [[my rain|roe]] Roe, Of rain.\n'],
    ['logseq', '- <!-- zapomni:begin references -->\n- ## References\n\t- **[1]** [roe]([[my rain]]) Roe, Of rain.\n'],
    [
      'markdown',
      '<!-- zapomni:begin references -->\n## References\n\n- **[1]** [roe](read/my%20rain.md) Roe, Of rain.\n',
    ],
  ])('for %s have its lines and links, which follow, and leave the user’s text', async (note_format, region) => {
    await open({ note_format });
    expect(await notes.sync()).toMatchObject({ created: 2, problems: [] });
    notes.move('roe.md', 'read/my rain.md');
    notes.write('doe.md', `${notes.read('doe.md')}- mine: [roe](roe.md)\n\t- and [[roe]]\n`);
    expect(await notes.sync()).toMatchObject({ moved: 1, texts: 1, conflicts: [], problems: [] });
    expect(notes.read('doe.md')).toContain(region);
    expect(notes.read('doe.md')).toMatch(/\n- mine: \[roe\]\(roe\.md\)\n\t- and \[\[roe\]\]\n$/);
    notes.edit('read/my rain.md', 'It pours.', 'It pours, I say.');
    await notes.change('roe', titled('Of rain', 'It snows.'));
    expect(await notes.sync()).toMatchObject({ conflicts: [{ parts: ['abstract'] }], problems: [] });
    expect(notes.read('read/my rain.md')).toMatch(/It pours, I say\.[^]*zapomni:conflict abstract [^]*It snows\./);
    expect(await notes.sync()).toMatchObject({ updated: 0, unchanged: 2, conflicts: [], problems: [] });
  });

  it('are written for another program when that is set, in the lines that they have', async () => {
    await open({ note_format: 'markdown' });
    await notes.sync();
    notes.write('doe.md', `${notes.read('doe.md')}Mine.\n`);
    await notes.sync();
    notes.reopen({ note_format: 'obsidian' });
    expect(await notes.sync()).toMatchObject({ created: 0, updated: 2, conflicts: [], problems: [], texts: 0 });
    expect(notes.read('doe.md')).toContain('- **[1]** [[roe]] Roe, Of rain.\n<!-- zapomni:end references -->\nMine.\n');
    expect(await notes.sync()).toMatchObject({ updated: 0 });
  });

  it('are named as the settings say, which are named where they cannot', async () => {
    await open({ note_name: '{year} {title}' });
    await notes.sync();
    expect(notes.names()).toEqual(['Of rain.md', 'On wind.md']);
    notes.reopen({ note_name: '{year}' });
    await expect(notes.sync()).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: 'ZAPOMNI_NOTE_NAME: it names no single paper.',
    });
    expect(await notes.sync({ template: '{citekey}' })).toMatchObject({ created: 0, unchanged: 2 });
  });
});
