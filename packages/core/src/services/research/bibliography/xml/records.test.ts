/** XML that other programs put together by hand: a sign that is not escaped costs nothing but itself. */
import { describe, expect, it } from 'vitest';
import type { BibliographicItem } from '../../../../model/papers/index.ts';
import { openBibliography } from '../index.ts';

async function read(content: string, cut = content.length) {
  async function* pieces() {
    for (let at = 0; at < content.length; at += cut) yield content.slice(at, at + cut);
  }
  const { readEndnote } = await import('./endnote.ts');
  const [items, problems]: [BibliographicItem[], { line: number; message: string }[]] = [[], []];
  for await (const finding of readEndnote(pieces()))
    if (finding.kind === 'entry') items.push(finding.item);
    else problems.push(finding);
  return { titles: items.map(({ title }) => title), problems };
}

const record = (title: string) =>
  `<record><ref-type name="Book">6</ref-type><titles><title>${title}</title></titles></record>\n`;

describe('XML with signs that are not escaped', () => {
  const text = `<xml><records>\n${record('McFarland & Company')}${record('p < 0.05 at 5 <3')}${record('Last')}</records></xml>`;

  it('is read with them, and each is named with its line', async () => {
    const { titles, problems } = await read(text);
    expect(titles).toEqual(['McFarland & Company', 'p < 0.05 at 5 <3', 'Last']);
    expect(problems.map(({ line }) => line)).toEqual([2, 3, 3]);
    expect(problems[0]?.message).toMatch(/^The XML is not well-formed: a & or < that stands for itself/);
  });

  it('is the same wherever it is cut', async () => {
    const more = `<xml><records>${record('A&amp;B &#38; &eacute;&nbsp;<![CDATA[C & <b> &other;]]><!-- & --> &unknown;')}</records></xml>`;
    const whole = await read(more);
    expect(whole.titles).toEqual(['A&B & é C & <b> &other; &unknown;']);
    for (let cut = 1; cut < 60; cut++) expect(await read(more, cut)).toEqual(whole);
  });

  it('is found for what it is', async () => {
    expect((await openBibliography(text, { findCharset: async () => 'utf-8' })).format).toBe('endnote-xml');
  });
});
