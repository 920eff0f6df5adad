import { describe, expect, it } from 'vitest';
import type { BibliographicItem } from '../../../model/papers/index.ts';
import {
  findContexts,
  findReferenceList,
  matchReference,
  parseName,
  parseReference,
  splitReferences,
  type ListedReference,
} from './index.ts';

const FIRST = 'Lindqvist, A. B., & Öman, B. (2019). Walking on graphs that change. Journal of Walks, 12(3), 45-67.';
const SECOND = 'Nguyễn, C. (2020a). The corners of cities. In Proceedings of the Symposium on Walks, pp. 1-9.';
const THIRD = 'van der Berg, D. (2021). A book of corners. London: Wiley. https://doi.org/10.1234/corners.21';
const LIST = [FIRST, SECOND, THIRD];

const wrapped = (text: string, width = 48) =>
  text.replaceAll(new RegExp(`(.{1,${width}})(?: |$)`, 'gu'), '$1\n').trimEnd();

describe('a list of references', () => {
  it.each([
    ['in brackets', (text: string, i: number) => `[${i + 1}] ${wrapped(text)}`],
    ['with points', (text: string, i: number) => `${i + 1}. ${wrapped(text)}`],
    ['with numbers on lines of their own', (text: string, i: number) => `${i + 1}.\n${wrapped(text)}`],
  ])('that is numbered %s is taken apart', (_, line) => {
    const found = splitReferences(`References\n${LIST.map(line).join('\n')}`);
    expect(found.map(({ raw }) => raw.replace(/^\S+\s/u, ''))).toEqual(LIST);
    expect(found.map(({ marker }) => /\d/u.exec(marker ?? '')?.[0])).toEqual(['1', '2', '3']);
  });

  it.each([
    ['hangs', (text: string) => wrapped(text).replaceAll('\n', '\n   ')],
    ['has no layout at all', (text: string) => wrapped(text)],
    ['has empty lines between', (text: string) => `${wrapped(text)}\n`],
  ])('without numbers that %s is taken apart', (_, line) => {
    expect(splitReferences(LIST.map(line).join('\n')).map(({ raw }) => raw)).toEqual(LIST);
  });

  it('that was pasted as one paragraph is taken apart', () => {
    expect(splitReferences(LIST.join(' ')).map(({ raw }) => raw)).toEqual(LIST);
    expect(splitReferences(LIST.map((one, i) => `[${i + 1}] ${one}`).join(' '))).toHaveLength(3);
  });

  it.each([
    ['with points', (i: number) => `${i + 1}.`],
    ['in round brackets', (i: number) => `(${i + 1})`],
    ['bare', (i: number) => `${i + 1}`],
    ['from the middle of a list', (i: number) => `[${i + 21}]`],
  ])('that was pasted as one paragraph, its numbers %s, is taken apart', (_, marker) => {
    const numbered = [...LIST, 'Öman, B. (2022). Walks. Proc. Walks, vol. 4. 2. Press. CrossRef Medline'].map(
      (one, i) => `${marker(i)} ${one}`,
    );
    expect(splitReferences(`References ${numbered.join(' ')}`).map(({ raw }) => raw)).toEqual(numbered);
  });

  it('that was pasted as one paragraph is taken apart where names are in full and a place ends the one before', () => {
    const list = [
      'Ada Lindqvist and Bo Öman. 2019. Walking on graphs. Proceedings of Walks. Umeå, Sweden.',
      'Bo Öman. 2003. The corners of cities. Journal of Walks, 12(3).',
      'Cai Berg. 2004. A book of corners. Wiley.',
    ];
    expect(splitReferences(list.join(' ')).map(({ raw }) => raw)).toEqual(list);
  });

  it('that has labels is taken apart at each', () => {
    const list = ['[AH]', '[Öm19]', '[Berg and Lind, 2021]'].map((label, i) => `${label} ${LIST[i] ?? ''}`);
    const found = splitReferences(`References\n${list.map((one) => wrapped(one)).join('\n')}`);
    expect(found.map(({ raw }) => raw)).toEqual(list);
    expect(found.map(({ marker }) => marker)).toEqual(['[AH]', '[Öm19]', '[Berg and Lind, 2021]']);
  });

  it('that lost most of its numbers keeps one on a line of its own with what follows', () => {
    const list = 'A. Öman. Walks 86, 399\n(1952).\n14.\nB. Berg. Walks 24, 258\n(1953).\nC. Lind. Walks 25, 5\n(1954).';
    expect(splitReferences(list.replaceAll(/^(?=\d|\p{Lu})/gmu, ' ')).map(({ raw }) => raw)).toContain(
      '14. B. Berg. Walks 24, 258 (1953).',
    );
  });

  it('may have several under one number', () => {
    const physics =
      '[1] A. Öman, Phys. Rev. 86, 399 (1952); B. Berg, Rev. Walks 24, 258 (1953).\n[2] C. Lind, Walks 1, 2 (1990).';
    expect(splitReferences(physics).map(({ raw }) => raw)).toEqual([
      '[1] A. Öman, Phys. Rev. 86, 399 (1952);',
      'B. Berg, Rev. Walks 24, 258 (1953).',
      '[2] C. Lind, Walks 1, 2 (1990).',
    ]);
  });

  it('is found in a text below the last heading, and ends where an appendix begins', () => {
    const list = LIST.map((one, i) => `[${i + 1}] ${one}`).join('\n');
    const text = `Contents\nReferences\n\nWe walk [1].\n\nReferences\n${list}\nAppendix A\nMore words.`;
    const found = findReferenceList(text);
    expect(found?.references.map(({ raw }) => raw.slice(4))).toEqual(LIST);
    expect(text.slice(found?.heading, found?.start)).toBe('References\n');
    expect(text.slice(found?.end)).toBe('Appendix A\nMore words.');
    expect(findReferenceList('References\nNone were used in this work.')).toBeNull();
  });
});

describe('a reference', () => {
  it('is a record', () => {
    expect(parseReference(FIRST).item).toEqual({
      type: 'article-journal',
      contributors: [
        { role: 'author', family: 'Lindqvist', given: 'A. B.' },
        { role: 'author', family: 'Öman', given: 'B.' },
      ],
      identifiers: [],
      title: 'Walking on graphs that change',
      container_title: 'Journal of Walks',
      volume: '12',
      issue: '3',
      page: '45-67',
      issued: { year: 2019 },
    });
    expect(parseReference(SECOND).item).toMatchObject({
      type: 'paper-conference',
      container_title: 'Proceedings of the Symposium on Walks',
      page: '1-9',
    });
    expect(parseReference(THIRD).item).toMatchObject({
      type: 'book',
      contributors: [{ family: 'Berg', particle: 'van der', given: 'D.' }],
      publisher: 'Wiley',
      publisher_place: 'London',
      identifiers: [{ scheme: 'doi', value: '10.1234/corners.21' }],
    });
  });

  it.each([
    [
      'A. B. Lindqvist and B. Öman, “Walking on graphs that change,” J. Walks, vol. 12, no. 3, pp. 45–67, 2019.',
      'Lindqvist',
    ],
    ['Lindqvist AB, Öman B. Walking on graphs that change. J Walks. 2019;12(3):45-67.', 'Lindqvist'],
    [
      'Lindqvist, Ada B., and Bo Öman. "Walking on graphs that change." Journal of Walks 12 (2019): 45–67.',
      'Lindqvist',
    ],
  ])('says the same in another style: %s', (raw, family) => {
    const { item } = parseReference(raw);
    expect(item).toMatchObject({
      title: 'Walking on graphs that change',
      volume: '12',
      page: '45-67',
      issued: { year: 2019 },
    });
    expect(item.contributors.map((one) => one.family)).toEqual([family, 'Öman']);
  });

  it.each(['', '.', '((((', '[1]', 'a'.repeat(50_000), '1, '.repeat(5000), 'Öman, '.repeat(2000)])(
    'of nonsense is little: %#',
    (raw) => {
      expect(() => parseReference(raw)).not.toThrow();
    },
  );

  it('means the paper with its id, or the one that is like it and no other', () => {
    const { item } = parseReference(FIRST);
    const kept = (title: string, rest: Partial<BibliographicItem> = {}) => ({ ...item, title, ...rest });
    const right = { key: 'right', item: kept('Walking on Graphs that Change', { container_title: 'J. Walks' }) };
    const other = {
      key: 'other',
      item: kept('Walking on graphs that do not change at all', { issued: { year: 1999 } }),
    };
    expect(matchReference(item, [other, right])).toMatchObject({ key: 'right', method: 'text-match' });
    expect(matchReference(item, [other])).toBeNull();
    expect(matchReference(item, [right, { ...right, key: 'twin' }])).toBeNull();
    const byId = {
      key: 'id',
      item: kept('Quite another title', { identifiers: [{ scheme: 'doi', value: '10.1/x' }] }),
    };
    expect(matchReference({ ...item, identifiers: [{ scheme: 'doi', value: '10.1/x' }] }, [right, byId])).toEqual({
      key: 'id',
      confidence: 1,
      method: 'id',
    });
  });
});

describe('a reference without a title', () => {
  it.each([
    [
      'S. E. Öman, G. Berg, Nano Lett. 2013, 17, 2218.',
      { container_title: 'Nano Lett', volume: '17', page: '2218', issued: { year: 2013 } },
    ],
    [
      '(4) Wei, Q.; Lin, Y.; Hu, W. Adv. Mater. 2011, 31, 4021−4043.',
      { container_title: 'Adv. Mater', volume: '31', page: '4021-4043', issued: { year: 2011 } },
    ],
    [
      'A. Öman and B. van der Berg, Phys. Rev. Lett. 81, 140318 (2003)',
      { container_title: 'Phys. Rev. Lett', volume: '81', page: '140318', issued: { year: 2003 } },
    ],
    [
      'R. ÖMAN et P. BERG. Chem. Ber. 97, 514 (1971).',
      { container_title: 'Chem. Ber.', volume: '97', page: '514', issued: { year: 1971 } },
    ],
    [
      'I. B. Öman, Nucl. Instrum. Methods A 431 (2001) 288.',
      { container_title: 'Nucl. Instrum. Methods A', volume: '431', page: '288', issued: { year: 2001 } },
    ],
    [
      'G. Öman et al. (The Walks Collaboration), Phys. Lett. B 604, 9 (2009).',
      { container_title: 'Phys. Lett. B', volume: '604', page: '9', issued: { year: 2009 } },
    ],
    [
      'Öman, J., Berg, A. (2010). J. Chem. Phys. 12, 34.',
      { container_title: 'J. Chem. Phys', volume: '12', page: '34', issued: { year: 2010 } },
    ],
    [
      'Öman V P 1991 J. Phys. A: Math. Gen. 33 218',
      { container_title: 'J. Phys. A: Math. Gen.', volume: '33', page: '218', issued: { year: 1991 } },
    ],
    [
      'J. Öman, Nature (London) 152, 407 (1948).',
      { container_title: 'Nature (London)', volume: '152', page: '407', issued: { year: 1948 } },
    ],
  ])('has a journal with volume and page: %s', (raw, said) => {
    const { item } = parseReference(raw);
    expect(item).toMatchObject(said);
    expect(item.title).toBeUndefined();
    expect(item.contributors.length).toBeGreaterThan(0);
  });

  // Where each capital could begin a word there are more ways to read these than anybody waits for.
  it.each(['A', 'A-', 'A&'])('is given up where it is no journal, however often there is %s', (sign) => {
    const { item } = parseReference(`Öman, J., and ${sign.repeat(300)}_ 74, 311 (1949).`);
    expect(item.issued).toEqual({ year: 1949 });
  });

  it('means the paper that stands at the same place, of one of the authors', () => {
    const { item } = parseReference('A. Öman and B. Berg, J. Walks 74, 311 (1949)');
    const { title: _, ...place } = item;
    const here = { key: 'here', item: { ...place, title: 'On walks', container_title: 'Journal of Walks' } };
    expect(matchReference(item, [here])).toMatchObject({ key: 'here', method: 'text-match' });
    for (const other of [{ page: '312' }, { volume: '75' }, { container_title: 'Letters' }, { contributors: [] }])
      expect(matchReference(item, [{ key: 'other', item: { ...here.item, ...other } }])).toBeNull();
  });
});

describe('people and titles', () => {
  it.each([
    ['Holm XY, Ek J, Bo M. Generating walks. J Walks. 2009;41:5–28.', 3, 'Generating walks'],
    ['10. Holm R. A dictionary of walks. J Walks. 1988;12(3):45–61.', 1, 'A dictionary of walks'],
    [
      'Lund BJ, Norberg C. Squares, Walks and the Structure of Towns. J Walks. 1983;9.',
      2,
      'Squares, Walks and the Structure of Towns',
    ],
    [
      'Ada B. Öman and Bertil J. Lund. 1993. On walks: an essay. J. Walks 41, 3 (1993), 101–122.',
      2,
      'On walks: an essay',
    ],
    [
      'J. Češka, L. Norberg, Uneven Walks and Rest of a Pair. J. Walks 88, 140318 (2010).',
      2,
      'Uneven Walks and Rest of a Pair',
    ],
    ['Öman, T. C.; Ekh, O.; Alm, F. STEP2: A Walking System. J. Walks 2001, 14, 88–97.', 3, 'STEP2: A Walking System'],
    ['Lund, S. M. & Norberg, S. P. A simulation of walks. J. Walks 3, 51–80 (1979).', 2, 'A simulation of walks'],
    [
      'A. Lund and D. Holm, Partial Walks: Evaluating Gains, J. Walks 52, 33 (1991).',
      2,
      'Partial Walks: Evaluating Gains',
    ],
  ])('are told apart: %s', (raw, people, title) => {
    const { item } = parseReference(raw);
    expect([item.contributors.length, item.title]).toEqual([people, title]);
    expect(item.container_title).toMatch(/^J\.? Walks$/u);
  });

  it('have the first of several stretches of pages', () => {
    expect(parseReference('Öman, J. (1980). On walks. J. Walks, 9, 14-22,105-107.').item.page).toBe('14-22');
  });

  it('have a page behind the year in brackets', () => {
    const { item } = parseReference(
      '[2] A. Öman and B. Berg. 1981. Walks of kinds. J. Walks 8, 3 (June 1981), 140318.',
    );
    expect(item).toMatchObject({ title: 'Walks of kinds', volume: '8', page: '140318', issued: { year: 1981 } });
  });
});

describe('what somebody was for a work', () => {
  it.each([
    [
      'Lind, R. H., & Holm, L. K. (Eds.). (1987). Ageing and walks (3rd ed.). New York: Walks Press',
      'Ageing and walks',
    ],
    ['Öman, N., ed. Rethinking Walks: A Reader. London: Walks, 1997.', 'Rethinking Walks: A Reader'],
    ['Berg, F. (Producer), & Lind, D. (Director). (1999). A fresh walk [Motion picture]. Umeå: Walks.', 'A fresh walk'],
    [
      'Per Öman, Andrea Berg, and Esteban Lund. Attention for walks. arXiv preprint arXiv:1311.0042, 2013.',
      'Attention for walks',
    ],
    ['Lind D, Öman J, Holm J. Night-long walks. J Walks 1991; 14:101-107.', 'Night-long walks'],
    ['Öman, Ada. Invisible Walks. Translated by Bo B. Berg. Umeå: Walks, 1974.', 'Invisible Walks'],
    ['Di Öman, Andrea. The imperfect walk: an essay. Umeå: Walks, 2003.', 'The imperfect walk: an essay'],
  ])('is neither title nor name: %s', (raw, title) => {
    const { item } = parseReference(raw);
    expect(item.title).toBe(title);
    expect(item.contributors[0]?.family).toMatch(/^(?:Öman|Berg|Lind|Di Öman)$/u);
  });
});

describe('a name', () => {
  it.each([
    ['van der Berg, A., Jr.', { particle: 'van der', family: 'Berg', given: 'A.', suffix: 'Jr.' }],
    ['Ludwig van Beethoven', { given: 'Ludwig', particle: 'van', family: 'Beethoven' }],
    ['Smith JA', { family: 'Smith', given: 'JA' }],
    ['Plato', { literal: 'Plato' }],
    ['The ATLAS Collaboration', { literal: 'The ATLAS Collaboration' }],
  ])('%s has parts', (name, parts) => expect(parseName(name)).toEqual({ role: 'author', ...parts }));
});

describe('sentences that cite', () => {
  const numbered = LIST.map((raw, i) => ({ n: i + 1, marker: `[${i + 1}]`, item: parseReference(raw).item }));
  const unnumbered = numbered.map((one) => ({ ...one, marker: null }));
  const cited = (text: string, references: readonly ListedReference[] = numbered) =>
    findContexts({ text }, references).map((one) => one.references);

  it.each([
    ['by numbers', 'It is known [1]. It is not [2, 9]? See also [1–3].', [[1], [2], [1, 2, 3]]],
    ['by raised figures', 'It is known.¹ An area of 3 m² is not. Others differ²,³ from it.', [[1], [2, 3]]],
    ['not at all', 'In the interval [0, 1] nothing is said. Nor is it in [1000].', []],
  ])('do so %s', (_, text, expected) => expect(cited(text)).toEqual(expected));

  it('do so by names and years', () => {
    const text =
      'Walks are old (Lindqvist & Öman, 2019; Nguyễn, 2020a). As van der Berg (2021) says, et al. is short. Smith (2021) is not listed.';
    expect(cited(text, unnumbered)).toEqual([[1, 2], [3]]);
  });

  it('have a page, a section and a polarity, and none stands in the list itself', () => {
    const text =
      'Results\n\nThis is consistent with [1]. It contradicts [2]. It is not consistent with [3]. We use [1].\n\n[1] x [2] y';
    const list = { start: text.indexOf('[1] x'), end: text.length };
    const paper = {
      text,
      list,
      sections: [{ title: 'Results', level: 1, start: 0 }],
      pages: [{ label: '7', start: 0 }],
    };
    const found = findContexts(paper, numbered);
    expect(found.map((one) => one.polarity)).toEqual(['supports', 'contrasts', 'contrasts', 'mentions']);
    expect(found[0]).toMatchObject({ page: '7', section: 'Results', sentence: 'This is consistent with [1].' });
    expect(found.every(({ start, end, sentence }) => text.slice(start, end) === sentence)).toBe(true);
  });
});
