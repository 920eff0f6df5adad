/** `sync_with_obsidian` through a real client. */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp } from '@zapomni/core';
import { collection } from '@zapomni/core/records';
import { PAPERS } from '@zapomni/core/research-records';
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { openTestDeps } from '@zapomni/testkit/deps';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { openTestVault, paperRecord } from '@zapomni/testkit/notes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('sync_with_obsidian', () => {
  const vault = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-vault-')));
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-texts-')));
  const files = openTestFiles({ roots: [folder], logger: createRecordingLogger() });
  const test = openTestDeps({ settings: { graph: 'off' } });
  const app = createApp({ ...test.deps, files, ...openTestVault(vault) });
  let zapomni: TestClient;
  beforeAll(async () => {
    zapomni = await openTestClient({ app });
    const item = { type: 'book' as const, title: 'On wind', abstract: 'It blows.', contributors: [], identifiers: [] };
    await collection(test.deps, PAPERS).put('default', 'p1', paperRecord({ item, citekey: 'doe2020', year: 2020 }));
  });
  afterAll(async () => {
    await zapomni.close();
    await app.close();
    await test.close();
    for (const one of [vault, folder]) rmSync(one, { recursive: true, force: true });
  });

  /** A paper with a list of references, as a text; its note. */
  const addText = async (title: string, references: readonly string[], by = app): Promise<string> => {
    const file = path.join(folder, `${title}.md`);
    const text = ['## Abstract', 'It is slow.', '## 1 Introduction', 'It is.', '## References'];
    writeFileSync(file, [`# ${title}`, 'Ann Roe', ...text, ...references, ''].join('\n\n'));
    const { paper } = await by.research.adding.add({ workspace: 'default', client: 'test', from: { path: file } });
    return readFileSync(path.join(vault, `${paper.value.citekey}.md`), 'utf8');
  };

  it('says what it would do, does it, and then finds nothing to do', async () => {
    expect(await zapomni.call('sync_with_obsidian', { dry_run: true })).toMatchObject({ created: 1 });
    expect(readdirSync(vault)).toEqual([]);
    expect(await zapomni.call('sync_with_obsidian', { name_template: '{year} {citekey}' })).toMatchObject({
      created: 1,
    });
    expect(readFileSync(path.join(vault, '2020 doe2020.md'), 'utf8')).toContain('It blows.');
    expect(await zapomni.call('sync_with_obsidian')).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
  });

  it('has notes that can be read by their path, and nothing outside of the vault', async () => {
    const uri = `note://${encodeURIComponent('2020 doe2020.md')}`;
    const { contents } = await zapomni.client.readResource({ uri });
    expect(contents).toMatchObject([{ uri, text: expect.stringContaining('It blows.') }]);
    const ref = { type: 'ref/resource' as const, uri: 'note://{+path}' };
    const { completion } = await zapomni.client.complete({ ref, argument: { name: 'path', value: '2020' } });
    expect(completion.values).toEqual(['2020 doe2020.md']);
    for (const odd of ['../x.md', '%2e%2e/x.md', '.zapomni', 'none.md', '%E0', '/etc/passwd', 'a//b.md'])
      await expect(zapomni.client.readResource({ uri: `note://${odd}` })).rejects.toThrow(/not found/i);
  });

  it('does not make a removed note again, unless told to', async () => {
    rmSync(path.join(vault, '2020 doe2020.md'));
    const answer = await zapomni.raw('sync_with_obsidian');
    expect(textOf(answer)).toContain('1 removed by the user and not made again');
    expect(await zapomni.call('sync_with_obsidian', { recreate: true })).toMatchObject({ created: 1 });
    expect(readdirSync(vault)).toContain('doe2020.md');
  });

  it('writes references as they are printed, their number once where they have one, and no task of Obsidian’s', async () => {
    const list = [
      'Poe, B. and Roe, A. 2019. Of rain and drops. Proc. of Rain, pp. 3-8.',
      'Lee, C. Things that are never known. Nature 5, 1999.',
      'Doe, J. (2020). Quiet rotors in wind. Journal of Sound, 12(3), 1-9.',
    ];
    const add = async (title: string, marks: readonly string[]) => {
      const note = await addText(
        title,
        list.map((one, i) => `${marks[i] ?? ''}${one}`),
      );
      return /## References\n\n([^%]*)\n%%/.exec(note)?.[1]?.split('\n');
    };
    expect(await add('Reading speed of the silent', ['[1] ', '[2] ', '[3] '])).toEqual(
      list.map((one, i) => `- **[${i + 1}]** ${one}`),
    );
    expect(await add('Talking speed of the few', ['1. ', '2. ', '3. '])).toEqual(
      list.map((one, i) => `- **[${i + 1}]** ${one}`),
    );
    expect(await add('Walking speed of the loud', [])).toEqual(list.map((one) => `- ${one}`));
  });

  it('follows a list of references that is read anew', async () => {
    const content = `@book{wind1, title={Of wind and of air}, author={Poe, Bob}, year={2001}}
      @book{rain2, title={Of rain and of drops}, author={Lee, Cy}, year={2002}}`;
    await zapomni.call('import_bibliography', { content });
    const others = [
      'Doe, J. (2020). Quiet rotors of mills. Journal of Sound, 12(3), 1-9.',
      'Moe, K. (2011). Loud rotors of mills. Journal of Sound, 2(3), 1-9.',
    ];
    await addText('Riding speed of the tall', ['Poe, B. (2001). Of wind and of air. Press.', ...others]);
    await zapomni.call('sync_with_obsidian');
    const citing = (key: string) => /- \[\[(.*)\]\]/.exec(readFileSync(path.join(vault, `${key}.md`), 'utf8'))?.[1];
    const key = citing('wind1');
    expect([key, citing('rain2')]).toEqual([expect.stringContaining('riding'), undefined]);
    // By a process that knows no vault.
    const without = createApp({ ...test.deps, files });
    await addText('Riding speed of the tall', ['Lee, C. (2002). Of rain and of drops. Press.', ...others], without);
    await zapomni.call('sync_with_obsidian');
    expect([citing('wind1'), citing('rain2')]).toEqual([undefined, key]);
  });

  it('names each problem with the file and what to do', async () => {
    const note = path.join(vault, 'doe2020.md');
    const whole = readFileSync(note, 'utf8');
    writeFileSync(note, whole.replace('%% zapomni:end abstract %%\n', ''));
    writeFileSync(path.join(vault, 'copy.md'), whole);
    const answer = await zapomni.raw('sync_with_obsidian');
    expect(textOf(answer)).toMatch(/^doe2020\.md: .*line %% zapomni:end abstract %% is missing.* Put the line below/m);
    expect(textOf(answer)).toMatch(/^copy\.md: .*same paper as doe2020\.md.* Remove its line zapomni-id/m);
    writeFileSync(note, whole);
    rmSync(path.join(vault, 'copy.md'));
    expect(await zapomni.call('sync_with_obsidian')).toMatchObject({ problems: [] });
  });

  it('brings no paper back that was deleted, not by its note and not by an import, and leaves the note to the user', async () => {
    const content = '@article{roe2021, title={On rain}, author={Roe, Ann}, year={2021}, doi={10.5555/rain}}';
    const keys = async () =>
      ((await zapomni.call('list_articles'))['articles'] as { citekey: string }[]).map(({ citekey }) => citekey);
    await zapomni.call('import_bibliography', { content });
    await zapomni.call('sync_with_obsidian');
    expect(await keys()).toContain('roe2021');
    await zapomni.call('delete_article', { article_identifier: 'roe2021', confirm_deletion: true });
    const note = path.join(vault, 'roe2021.md');
    const edited = `${readFileSync(note, 'utf8')}\nMy own words on rain.\n`;
    writeFileSync(note, edited);
    await zapomni.call('sync_with_obsidian');
    await zapomni.call('import_bibliography', { content });
    await zapomni.call('sync_with_obsidian', { recreate: true });
    expect(await keys()).not.toContain('roe2021');
    expect(readFileSync(note, 'utf8')).toBe(edited);
  });

  it('says what is wrong with a template, and that there is no vault', async () => {
    expect(await zapomni.fails('sync_with_obsidian', { name_template: '{name}' })).toMatch(/no \{name\}.*\{citekey\}/);
    const bare = await openTestClient();
    expect(await bare.fails('sync_with_obsidian')).toMatch(/no vault.*ZAPOMNI_VAULT_DIR/);
    await bare.close();
  });
});
