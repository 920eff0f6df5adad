/** A book and its parts share a number: it is the book's, whichever comes first, on every engine. */
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { enginesForTests } from '@zapomni/testkit/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();
const ISBN = '978-0-201-13448-3';
const PART = `@inproceedings{lichen, author = {Okafor, Ada}, title = {Lichen on old walls}, booktitle = {Walls 2001}, year = 2001, isbn = {${ISBN}}}`;
const OTHER = `@inproceedings{fern, author = {Lind, Per}, title = {Ferns in the cellar}, crossref = {walls}}`;
const WHOLE = `@proceedings{walls, editor = {Smith, Ann}, title = {Walls 2001}, year = 2001, isbn = {${ISBN}}}`;

describe.each(ENGINES)('parts of a book, on $engine', ({ options }) => {
  let zapomni: TestClient;
  beforeAll(async () => {
    zapomni = await openTestClient({ ...options(), settings: { tools: 'workspaces,research' } });
  });
  afterAll(() => zapomni.close());
  const importing = async (workspace: string, content: string) =>
    zapomni.call('import_bibliography', { workspace_id: workspace, content });
  const named = async (workspace: string, article_identifier: string) =>
    (await zapomni.call('get_article_details', { workspace_id: workspace, article_identifier })).citekey;

  it.each([
    ['together', [`${PART}\n${OTHER}\n${WHOLE}`]],
    ['part first', [PART, `${WHOLE}\n${OTHER}`]],
    ['whole first', [`${WHOLE}\n${OTHER}`, PART]],
  ])('are papers of their own, and the number finds the whole: %s', async (name, contents) => {
    const workspace = name.replaceAll(' ', '-');
    await zapomni.call('create_workspace', { workspace_id: workspace });
    for (const content of [...contents, ...contents]) await importing(workspace, content);
    const { articles } = await zapomni.call('list_articles', { workspace_id: workspace });
    expect(articles.map(({ citekey }: { citekey: string }) => citekey).toSorted()).toEqual(['fern', 'lichen', 'walls']);
    expect(await named(workspace, ISBN)).toBe('walls');
    expect(await named(workspace, 'lichen')).toBe('lichen');
  });

  it('are not what the number means where the whole is not here', async () => {
    const workspace = 'parts-alone';
    await zapomni.call('create_workspace', { workspace_id: workspace });
    await importing(workspace, PART);
    const asked = { workspace_id: workspace, article_identifier: ISBN, confirm_deletion: true };
    expect(await zapomni.fails('delete_article', asked)).toMatch(/only parts are here[\s\S]*Lichen on old walls/);
    expect((await zapomni.call('list_articles', { workspace_id: workspace })).total).toBe(1);
  });
});
