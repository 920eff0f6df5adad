/** XML that names files of the machine, or itself many times over, in every format that is XML: nothing of it gets in. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-xml-')));
const secret = path.join(folder, 'secret.txt');
writeFileSync(secret, 'words of the machine');

const LETTERS = 'abcdefghijklm';
const DOUBLING = Array.from(LETTERS.slice(1), (one, i) => `<!ENTITY ${one} "${`&${LETTERS[i]};`.repeat(10)}">`).join(
  '',
);
const ENTITIES: readonly (readonly [what: string, doctype: string, entity: string])[] = [
  ['a file of the machine', `<!DOCTYPE x [<!ENTITY e SYSTEM "file://${secret}">]>`, '&e;'],
  ['a file by a parameter', `<!DOCTYPE x [<!ENTITY % p SYSTEM "file://${secret}"> %p; <!ENTITY e "x">]>`, '&e;'],
  ['itself many times', `<!DOCTYPE x [<!ENTITY a "lollollol">${DOUBLING}]>`, '&m;'],
];

/** A title in each of the formats. */
const FORMATS: Readonly<Record<string, (title: string) => string>> = {
  mods: (title) =>
    `<modsCollection xmlns="http://www.loc.gov/mods/v3"><mods><titleInfo><title>${title}</title></titleInfo></mods></modsCollection>`,
  'endnote-xml': (title) =>
    `<xml><records><record><ref-type name="Book">6</ref-type><titles><title>${title}</title></titles></record></records></xml>`,
  'pubmed-xml': (title) =>
    `<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article><ArticleTitle>${title}</ArticleTitle></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>`,
  'zotero-rdf': (title) =>
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:bib="http://purl.org/net/biblio#" xmlns:dc="http://purl.org/dc/elements/1.1/"><bib:Book rdf:about="#x"><dc:title>${title}</dc:title></bib:Book></rdf:RDF>`,
  msbib: (title) =>
    `<b:Sources xmlns:b="http://schemas.openxmlformats.org/officeDocument/2006/bibliography"><b:Source><b:SourceType>Book</b:SourceType><b:Title>${title}</b:Title></b:Source></b:Sources>`,
  marcxml: (title) =>
    `<collection xmlns="http://www.loc.gov/MARC21/slim"><record><datafield tag="245" ind1="1" ind2="0"><subfield code="a">${title}</subfield></datafield></record></collection>`,
};

describe('XML that means harm', () => {
  let zapomni: TestClient;
  beforeAll(async () => {
    const filesForUser = openTestFiles({ roots: [folder], logger: createRecordingLogger() });
    zapomni = await openTestClient({ filesForUser, settings: { tools: 'all', graph: 'off' } });
  });
  afterAll(async () => {
    await zapomni.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(Object.entries(FORMATS))('as %s gets nothing of what it names', async (format, written) => {
    const good = await zapomni.call('import_bibliography', { content: written('Named here'), format, dry_run: true });
    expect(good.entries).toMatchObject([{ title: 'Named here' }]);
    for (const [what, doctype, entity] of ENTITIES) {
      const content = `<?xml version="1.0"?>${doctype}${written(`Named ${entity} here`)}`;
      for (const more of [{ format }, {}]) {
        const said = JSON.stringify(await zapomni.raw('import_bibliography', { content, dry_run: true, ...more }));
        expect(said, what).not.toMatch(/words of the machine|lollol/);
        expect(said.length, what).toBeLessThan(5000);
      }
    }
  });

  it.each(ENTITIES)('as the text of a paper: %s', async (what, doctype, entity) => {
    const file = path.join(folder, `${what.replaceAll(' ', '-')}.xml`);
    const front = `<front><article-meta><title-group><article-title>Named ${entity} here</article-title></title-group></article-meta></front>`;
    writeFileSync(
      file,
      `<?xml version="1.0"?>${doctype.replace('<!DOCTYPE x', '<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Archiving DTD v1.2//EN" "archive.dtd"')}<article>${front}<body><sec><title>One</title><p>Said ${entity} so.</p></sec></body></article>`,
    );
    const { task } = await zapomni.call('batch_process_pdfs', { sources: [file] });
    const status = () => zapomni.call('get_task_status', { task_id: task.task_id });
    await expect.poll(async () => (await status()).state, { timeout: 20_000 }).toBe('completed');
    const told = [await status(), await zapomni.call('export_article_data', { include_content: true })];
    expect(JSON.stringify(told)).not.toMatch(/words of the machine|(?:lollollol){2}/);
  });

  it.each(ENTITIES)('as a style: %s', async (_what, doctype, entity) => {
    const style = `<?xml version="1.0"?>${doctype}<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0" class="in-text"><info><title>${entity}</title></info><citation><layout><text value="${entity}"/></layout></citation></style>`;
    const items = [{ id: 'x', title: 'X' }];
    expect(await zapomni.fails('format_citations', { items, style })).toMatch(
      /style: this is no style in CSL 1\.0: it declares entities/,
    );
  });
});
