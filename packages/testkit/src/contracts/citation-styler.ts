/** What everything that writes citations must do. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CitationCluster, CitationStyler, StyledItem, StyleRequest } from '@zapomni/core/ports';
import type { BibliographicItem } from '@zapomni/core/model';

export interface CitationStylerHarness {
  /** A cold one. The suite closes it. */
  open(options?: { readonly timeoutMs?: number; readonly idleMs?: number }): CitationStyler;
}

const paper = (id: string, family: string, year: number, title: string) => ({
  id,
  item: {
    type: 'article-journal',
    title,
    container_title: 'Journal of Things',
    volume: '3',
    page: '10-19',
    contributors: [{ role: 'author', family, given: 'Jane Q.' }],
    identifiers: [{ scheme: 'doi', value: `10.1000/${id}` }],
    issued: { year },
  } satisfies BibliographicItem as BibliographicItem,
});

const DOE = paper('doe', 'Doe', 2020, 'On wind');
const ROE = paper('roe', 'Roe', 2019, 'Of rain');
const ITEMS: readonly StyledItem[] = [DOE, ROE];

const NOTES = `<style xmlns="http://purl.org/net/xbiblio/csl" class="note" version="1.0"><info><id>n</id><title>N</title></info>
<citation><layout delimiter="; "><choose>
<if position="ibid-with-locator"><text value="ibid. "/><text variable="locator"/></if>
<else-if position="ibid"><text value="ibid."/></else-if>
<else-if position="subsequent"><names variable="author"><name form="short"/></names><text prefix=" n. " variable="first-reference-note-number"/></else-if>
<else><names variable="author"><name form="short"/></names><text variable="title" prefix=", "/></else></choose></layout></citation></style>`;

const style = (body: string) =>
  `<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0"><info><id>s</id><title>S</title>${body}</style>`;

const RICH = style(
  '</info><citation><layout><text variable="title"/></layout></citation><bibliography><layout><text variable="title" font-style="italic"/><text value=" "/><text variable="volume" font-weight="bold"/></layout></bibliography>',
);

const AUTHOR = '<names variable="author"><name form="short"/></names>';
/** Repeated authors are left out, and years told apart. */
const SUFFIXED = style(
  `</info><citation disambiguate-add-year-suffix="true"><layout delimiter="; ">${AUTHOR}<date variable="issued" prefix=" " form="numeric" date-parts="year"/></layout></citation><bibliography subsequent-author-substitute="---"><sort><key variable="author"/><key variable="issued"/></sort><layout>${AUTHOR}<date variable="issued" prefix=" " form="numeric" date-parts="year"/><text variable="title" prefix=", "/></layout></bibliography>`,
);
const NUMBERED = style(
  `</info><citation><layout><text variable="citation-number"/></layout></citation><bibliography><layout><text variable="citation-number" suffix=". "/>${AUTHOR}</layout></bibliography>`,
);

/** Each macro calls the next one twice: a style that reads in no time and never ends. */
const ENDLESS = style(
  `</info>${Array.from({ length: 40 }, (_, i) => `<macro name="m${i}"><group><text macro="m${i + 1}"/><text macro="m${i + 1}"/></group></macro>`).join('')}<macro name="m40"><text variable="title"/></macro><citation><layout><text macro="m0"/></layout></citation>`,
);

export function citationStylerContract(name: string, harness: CitationStylerHarness): void {
  describe(`citation styler contract: ${name}`, () => {
    let styler: CitationStyler;
    beforeAll(() => {
      styler = harness.open();
    });
    afterAll(() => styler.close());
    const format = (request: Partial<StyleRequest>) =>
      styler.format({ style: 'apa', format: 'text', items: ITEMS, ...request });

    describe('what there is', () => catalogueCases(() => styler));
    describe('bibliographies', () => bibliographyCases(format));
    describe('citations', () => citationCases(format));
    describe('styles that are given', () => givenStyleCases(format));
    describe('refusals', () => refusalCases(format));
    describe('life', () => lifeCases(harness));
  });
}

type Format = (request: Partial<StyleRequest>) => ReturnType<CitationStyler['format']>;

function catalogueCases(styler: () => CitationStyler): void {
  it('has a dozen styles, each of which writes a bibliography', async () => {
    const styles = await styler().styles();
    expect(styles.length).toBeGreaterThanOrEqual(12);
    for (const { name, title, kind } of styles) {
      expect(title).not.toBe('');
      const clusters = [{ cites: [{ id: 'doe' }], note: 1 }];
      const { bibliography, citations } = await styler().format({
        style: name,
        format: 'text',
        items: ITEMS,
        clusters,
      });
      expect(bibliography.map(({ id }) => id).sort()).toEqual(['doe', 'roe']);
      expect(bibliography.every(({ text }) => /Doe|Roe/i.test(text))).toBe(true);
      const own = { 'author-date': /Doe.*2020/, numeric: /1/, label: /./, note: /Doe.*wind/i, author: /Doe/ }[kind];
      expect(citations[0]).toMatch(own);
    }
  }, 120_000);

  it('has ten locales and more, among them those of the great languages', async () => {
    const locales = await styler().locales();
    expect(locales.length).toBeGreaterThanOrEqual(10);
    expect(locales).toEqual(expect.arrayContaining(['en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES', 'zh-CN', 'ja-JP']));
  });
}

function bibliographyCases(format: Format): void {
  it('are in the order of the style', async () => {
    const { bibliography } = await format({ items: [ROE, DOE] });
    expect(bibliography).toEqual([
      { id: 'doe', text: 'Doe, J. Q. (2020). On wind. Journal of Things, 3, 10–19. https://doi.org/10.1000/doe' },
      { id: 'roe', text: 'Roe, J. Q. (2019). Of rain. Journal of Things, 3, 10–19. https://doi.org/10.1000/roe' },
    ]);
    const numbered = await format({ style: 'ieee', items: [ROE, DOE] });
    expect(numbered.bibliography.map(({ id }) => id)).toEqual(['roe', 'doe']);
  });

  it('are written as text, Markdown, HTML and RTF, with what the text has of their signs', async () => {
    const items = [paper('x', 'Doe', 2020, 'A*b <i>and</i> c_d & {e}')];
    const said = async (kind: StyleRequest['format']) =>
      (await format({ style: RICH, format: kind, items })).bibliography[0]?.text;
    expect(await said('text')).toBe('A*b and c_d & {e} 3');
    expect(await said('markdown')).toMatch(/^\*A\\\*b .*and.* c_d & \{e\}\* \*\*3\*\*$/);
    expect(await said('html')).toContain('<b>3</b>');
    expect(await said('html')).toContain('&#38;');
    expect(await said('rtf')).toMatch(/^\{\\i.* \{\\b\{\} 3\}|\{\\b/);
  });

  it('speak the language that is asked for', async () => {
    const items = [paper('x', 'Doe', 2020, 'T')];
    const { citations } = await format({ items, locale: 'de', clusters: [{ cites: [{ id: 'x', locator: '3' }] }] });
    expect(citations[0]).toContain('S. 3');
  });

  it('take items in the words of CSL as they are', async () => {
    const csl = { id: 'own', type: 'book', title: 'Own', author: [{ literal: 'The Group' }], issued: { raw: '1999' } };
    const { bibliography } = await format({ items: [{ csl }] });
    expect(bibliography).toEqual([{ id: 'own', text: 'The Group. (1999). Own.' }]);
  });

  it('are the same whatever was asked before', async () => {
    const pool = ['Doe', 'Doe', 'Roe', 'Poe'].flatMap((family, i) =>
      [2019, 2020].map((year) => paper(`${i}${year}`, family, year, `T ${i}`)),
    );
    const requests = fc.array(
      fc.record({
        items: fc.shuffledSubarray(pool, { minLength: 1 }),
        style: fc.constantFrom(SUFFIXED, NUMBERED),
        cited: fc.array(fc.nat(7), { maxLength: 3 }),
      }),
      { minLength: 2, maxLength: 6 },
    );
    let colds = 0;
    await fc.assert(
      fc.asyncProperty(requests, async (list) => {
        for (const { items, style: text, cited } of list) {
          const clusters = cited.map((n) => ({ cites: [{ id: items[n % items.length]?.id ?? '' }] }));
          colds += 1;
          // Another text, and so one that nothing was asked of before.
          const cold = await format({ style: `${text}<!-- ${colds} -->`, items, clusters });
          expect(await format({ style: text, items, clusters })).toEqual(cold);
        }
      }),
      { numRuns: 25 },
    );
  }, 120_000);

  it('go on with one item more', async () => {
    const many = Array.from({ length: 30 }, (_, i) => paper(`m${i}`, `Name${i % 7}`, 2000 + (i % 3), `Title ${i}`));
    await format({ items: many.slice(0, 29) });
    const more = await format({ items: many });
    const again = await format({ items: many, locale: 'en-US' });
    expect(more).toEqual(again);
  });
}

function citationCases(format: Format): void {
  const cite = (id: string, more: object = {}): CitationCluster => ({ cites: [{ id, ...more }] });

  it('have locators, affixes and forms without the author or the rest', async () => {
    const { citations } = await format({
      clusters: [
        cite('doe', { locator: '12-13', label: 'page', prefix: 'see ', suffix: ', and others' }),
        cite('doe', { suppressAuthor: true }),
        cite('doe', { authorOnly: true }),
        { cites: [{ id: 'roe' }, { id: 'doe' }] },
      ],
    });
    expect(citations).toEqual(['(see Doe, 2020, pp. 12–13, and others)', '(2020)', 'Doe', '(Doe, 2020; Roe, 2019)']);
  });

  it('tell works of one author and year apart, also in what was cited before', async () => {
    const items = [DOE, paper('other', 'Doe', 2020, 'On fire')];
    const { citations, bibliography } = await format({ items, clusters: [cite('doe'), cite('other')] });
    expect(citations).toEqual(['(Doe, 2020b)', '(Doe, 2020a)']);
    expect(bibliography.map(({ id }) => id)).toEqual(['other', 'doe']);
  });

  it('of notes know where they stand', async () => {
    const clusters = [
      { ...cite('doe'), note: 1 },
      { ...cite('doe'), note: 2 },
      { ...cite('doe', { locator: '7' }), note: 3 },
      { ...cite('roe'), note: 4 },
      { ...cite('doe'), note: 5 },
    ];
    const { citations, bibliography } = await format({ style: NOTES, clusters });
    expect(citations).toEqual(['Doe, On wind', 'ibid.', 'ibid. 7', 'Roe, Of rain', 'Doe n. 1']);
    expect(bibliography).toEqual([]);
  });

  it('that stand alone read as the first, or where they are told to be', async () => {
    const clusters = [
      { ...cite('doe'), note: 1 },
      { ...cite('doe'), alone: true },
      { ...cite('doe', { position: 'ibid' }), alone: true },
    ];
    expect((await format({ style: NOTES, clusters })).citations).toEqual(['Doe, On wind', 'Doe, On wind', 'ibid.']);
  });

  it('say what a fresh one changes of the others', async () => {
    const clusters = [
      { ...cite('roe'), note: 1, fresh: true },
      { ...cite('doe'), note: 2 },
      { ...cite('roe'), note: 3 },
    ];
    const { citations, rewritten } = await format({ style: NOTES, clusters });
    expect(citations).toEqual(['Roe, Of rain', 'Doe, On wind', 'Roe n. 1']);
    expect(rewritten).toContain(0);
    expect(rewritten).toContain(2);
  });

  it('number what is cited first, then the rest', async () => {
    const { citations, bibliography } = await format({ style: 'ieee', clusters: [cite('roe')] });
    expect(citations).toEqual(['[1]']);
    expect(bibliography.map(({ id }) => id)).toEqual(['roe', 'doe']);
  });
}

function givenStyleCases(format: Format): void {
  const link = (parent: string) =>
    `<link rel="independent-parent" href="http://www.zotero.org/styles/${parent}"/></info>`;

  it('may depend on one that is here, and bring a language', async () => {
    const dependent = style(link('apa')).replace('version="1.0"', 'version="1.0" default-locale="de-DE"');
    const { citations } = await format({ style: dependent, clusters: [{ cites: [{ id: 'doe', locator: '3' }] }] });
    expect(citations[0]).toBe('(Doe, 2020, S. 3)');
  });

  it('name the parent that is not', async () => {
    await expect(format({ style: style(link('journal-of-nowhere')) })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('journal-of-nowhere'),
      hint: expect.stringContaining('.csl'),
    });
  });
}

function refusalCases(format: Format): void {
  it('have the nearest names', async () => {
    await expect(format({ style: 'chicgo' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      hint: expect.stringContaining('chicago'),
    });
    await expect(format({ style: 'harvrd' })).rejects.toMatchObject({ hint: expect.stringContaining('harvard') });
    await expect(format({ locale: 'xx-YY' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(format({ locale: 'english' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      hint: expect.stringContaining('en-US'),
    });
  });

  it.each([
    ['no XML', '<style'],
    ['another document', '<html><body>x</body></html>'],
    [
      'a style without anything',
      '<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0"></style>',
    ],
    ['entities', `<!DOCTYPE s [<!ENTITY a "b">]>${NOTES}`],
  ])('tell %s from a style', async (_, text) => {
    await expect(format({ style: text })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('style'),
    });
  });

  it('name what is cited and not there, and ids that are given twice', async () => {
    await expect(format({ clusters: [{ cites: [{ id: 'poe' }] }] })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('poe'),
    });
    await expect(format({ clusters: [{ cites: [] }] })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(format({ items: [DOE, DOE] })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('doe'),
    });
  });
}

function lifeCases({ open }: CitationStylerHarness): void {
  const request: StyleRequest = { style: 'apa', format: 'text', items: ITEMS };

  it('gives up a style that does not end, and goes on', async () => {
    // It has to begin anew within that time, too: several times as long as it takes here.
    const begun = performance.now();
    const other = open();
    await other.format(request);
    await other.close();
    const styler = open({ timeoutMs: 1000 + 3 * (performance.now() - begun) });
    await expect(
      styler.format({ ...request, style: ENDLESS, clusters: [{ cites: [{ id: 'doe' }] }] }),
    ).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
    expect((await styler.format(request)).bibliography).toHaveLength(2);
    await styler.close();
  }, 180_000);

  it('stops when it is told to, before and meanwhile', async () => {
    const styler = open();
    await expect(styler.format(request, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'CANCELLED' });
    const stop = new AbortController();
    const clusters = [{ cites: [{ id: 'doe' }] }];
    const running = styler.format({ ...request, style: ENDLESS, clusters }, { signal: stop.signal });
    setTimeout(() => stop.abort(), 300);
    await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
    expect((await styler.format(request)).bibliography).toHaveLength(2);
    await styler.close();
  }, 60_000);

  it('answers many at once, ends when idle and begins again', async () => {
    const styler = open({ idleMs: 50 });
    const all = await Promise.all([1, 2, 3].map(() => styler.format(request)));
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await styler.format(request)).toEqual(all[0]);
    await styler.close();
    await styler.close();
    await expect(styler.format(request)).rejects.toMatchObject({ code: 'CANCELLED' });
  }, 60_000);
}
