/** `sync_with_obsidian` through a real client. */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp } from '@zapomni/core';
import { collection } from '@zapomni/core/records';
import { PAPERS } from '@zapomni/core/research-records';
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { openTestDeps } from '@zapomni/testkit/deps';
import { openTestVault, paperRecord } from '@zapomni/testkit/notes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('sync_with_obsidian', () => {
  const vault = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-vault-')));
  const test = openTestDeps({ settings: { graph: 'off' } });
  const app = createApp({ ...test.deps, ...openTestVault(vault) });
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
    rmSync(vault, { recursive: true, force: true });
  });

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
