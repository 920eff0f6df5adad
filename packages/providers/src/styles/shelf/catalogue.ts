/** The styles that come with Zapomni, under the names that the official repository has them by. */
import type { StyleInfo } from '@zapomni/core/ports';

const TITLES: readonly (readonly [name: string, title: string, kind: StyleInfo['kind']])[] = [
  ['apa', 'American Psychological Association 7th edition', 'author-date'],
  ['ieee', 'IEEE', 'numeric'],
  ['modern-language-association', 'Modern Language Association 9th edition', 'author'],
  ['chicago-author-date', 'Chicago Manual of Style 17th edition (author-date)', 'author-date'],
  ['chicago-note-bibliography', 'Chicago Manual of Style 17th edition (short notes)', 'note'],
  ['chicago-fullnote-bibliography', 'Chicago Manual of Style 17th edition (full notes)', 'note'],
  ['harvard-cite-them-right', 'Cite Them Right 12th edition - Harvard', 'author-date'],
  ['elsevier-harvard', 'Elsevier - Harvard (with titles)', 'author-date'],
  ['vancouver', 'Vancouver', 'numeric'],
  ['nature', 'Nature', 'numeric'],
  ['science', 'Science', 'numeric'],
  ['cell', 'Cell', 'numeric'],
  ['american-medical-association', 'American Medical Association 11th edition', 'numeric'],
  ['association-for-computing-machinery', 'Association for Computing Machinery', 'numeric'],
  ['american-chemical-society', 'American Chemical Society', 'numeric'],
  ['american-physics-society', 'American Physics Society', 'numeric'],
  ['american-sociological-association', 'American Sociological Association 6th/7th edition', 'author-date'],
  ['springer-mathphys-brackets', 'Springer - MathPhys (numeric, brackets)', 'numeric'],
  ['springer-lecture-notes-in-computer-science', 'Springer - Lecture Notes in Computer Science', 'numeric'],
  ['council-of-science-editors', 'Council of Science Editors, Citation-Sequence (numeric)', 'numeric'],
];

export const STYLES: readonly StyleInfo[] = TITLES.map(([name, title, kind]) => ({ name, title, kind }));

/** What people call them. */
const ALIASES: Readonly<Record<string, string>> = {
  acm: 'association-for-computing-machinery',
  acs: 'american-chemical-society',
  ama: 'american-medical-association',
  aps: 'american-physics-society',
  asa: 'american-sociological-association',
  'apa-7': 'apa',
  'apa-7th-edition': 'apa',
  chicago: 'chicago-author-date',
  'chicago-fullnote': 'chicago-fullnote-bibliography',
  'chicago-note': 'chicago-note-bibliography',
  'chicago-notes': 'chicago-note-bibliography',
  'chicago-notes-bibliography': 'chicago-note-bibliography',
  cse: 'council-of-science-editors',
  harvard: 'harvard-cite-them-right',
  harvard1: 'harvard-cite-them-right',
  lncs: 'springer-lecture-notes-in-computer-science',
  mathphys: 'springer-mathphys-brackets',
  mla: 'modern-language-association',
  nlm: 'vancouver',
};

/** The whole name, or null. */
export function styleNamed(said: string): string | null {
  const name = said
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')
    .replace(/^https?:\/\/(?:www\.)?zotero\.org\/styles\//, '')
    .replace(/\.csl$/, '');
  const whole = Object.hasOwn(ALIASES, name) ? ALIASES[name] : name;
  return STYLES.find((style) => style.name === whole)?.name ?? null;
}

export function allStyleNames(): string[] {
  return [...STYLES.map(({ name }) => name), ...Object.keys(ALIASES)];
}
