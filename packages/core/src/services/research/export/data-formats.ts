/**
 * Papers as data in one of several formats, in pieces as they come: no more than one paper is held at a time. JSON Lines and JSON hold all
 * that is known, YAML and XML the same under the same names, CSV one row of the plainest fields, Markdown what a person reads.
 */
import type { DataFormat } from '../words.ts';
import { stringify } from 'yaml';
import type { JsonValue } from '../../../model/index.ts';
import { Breath } from '../bibliography/source.ts';
import type { ArticleData } from './article-data.ts';

type Articles = AsyncIterable<ArticleData>;

const WRITERS: Readonly<Record<DataFormat, (articles: Articles) => AsyncIterable<string>>> = {
  json: asJson,
  jsonl: (articles) => each(articles, (article) => `${JSON.stringify(article)}\n`),
  csv: asCsv,
  markdown: (articles) => each(articles, asMarkdown),
  xml: asXml,
  yaml: (articles) => each(articles, (article) => stringify([article])),
};

/** With a breath now and then: papers come many at once, and to write one takes some formats a millisecond. */
export async function* writeArticles(format: DataFormat, articles: Articles): AsyncGenerator<string> {
  const breath = new Breath();
  for await (const piece of WRITERS[format](articles)) {
    yield piece;
    await breath.take(piece.length);
  }
}

async function* each(articles: Articles, write: (article: ArticleData) => string): AsyncGenerator<string> {
  for await (const article of articles) yield write(article);
}

async function* asJson(articles: Articles): AsyncGenerator<string> {
  let isFirst = true;
  for await (const article of articles) {
    yield `${isFirst ? '[\n' : ',\n'}${JSON.stringify(article)}`;
    isFirst = false;
  }
  yield isFirst ? '[]\n' : '\n]\n';
}

const COLUMNS = [
  'id',
  'citekey',
  'title',
  'authors',
  'year',
  'type',
  'container_title',
  'identifiers',
  'tags',
  'abstract',
  'content',
];

async function* asCsv(articles: Articles): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\r\n`;
  for await (const article of articles) {
    const cells = cellsOf(article);
    yield `${COLUMNS.map((column) => quoted(cells[column] ?? '')).join(',')}\r\n`;
  }
}

function cellsOf({ id, citekey, title, metadata = {}, content = '' }: ArticleData): Record<string, string> {
  const { issued, identifiers, tags } = metadata;
  const ids = listOf(identifiers).map((one) => `${textOf(one, 'scheme')}:${textOf(one, 'value')}`);
  return {
    id,
    citekey: citekey ?? '',
    title,
    authors: authorsIn(metadata).join('; '),
    year: textOf(issued, 'year'),
    type: plain(metadata['type']),
    container_title: plain(metadata['container_title']),
    identifiers: ids.join(' '),
    tags: listOf(tags).map(plain).join('; '),
    abstract: plain(metadata['abstract']),
    content,
  };
}

/** A cell that begins like a formula would be run by a spreadsheet. */
function quoted(cell: string): string {
  const safe = /^[=+\-@\t\r]/u.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function asMarkdown({ id, citekey, title, metadata = {}, content }: ArticleData): string {
  const { abstract } = metadata;
  const facts = [
    authorsIn(metadata).join(', '),
    textOf(metadata['issued'], 'year'),
    plain(metadata['container_title']),
    ...listOf(metadata['identifiers']).map((one) => `${textOf(one, 'scheme')}:${textOf(one, 'value')}`),
  ].filter((fact) => fact !== '');
  const parts = [
    `# ${oneLine(title)}`,
    ...facts.map((fact) => `- ${oneLine(fact)}`),
    `- ${citekey ?? ''} ${id}`.trimEnd(),
  ];
  const texts = [
    typeof abstract === 'string' ? `## Abstract\n\n${abstract}` : '',
    content ? `## Text\n\n${content}` : '',
  ];
  return `${[parts.join('\n'), ...texts.filter((text) => text !== '')].join('\n\n')}\n\n`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

async function* asXml(articles: Articles): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<articles>\n';
  for await (const article of articles)
    yield `${element('article', { ...article } as { [name: string]: JsonValue })}\n`;
  yield '</articles>\n';
}

function element(name: string, value: JsonValue): string {
  if (value === null) return `<${name}/>`;
  const inner = Array.isArray(value)
    ? value.map((one) => element('item', one)).join('')
    : typeof value === 'object'
      ? Object.entries(value)
          .map(([key, one]) => named(key, one))
          .join('')
      : escaped(String(value));
  return `<${name}>${inner}</${name}>`;
}

/** Not every name is one in XML. */
function named(key: string, value: JsonValue): string {
  if (/^[A-Za-z_][\w.-]*$/u.test(key)) return element(key, value);
  return element('field', value).replace(/^<field/u, `<field name="${escaped(key)}"`);
}

const UNWRITABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(UNWRITABLE, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function authorsIn({ contributors }: Readonly<Record<string, JsonValue>>): string[] {
  return listOf(contributors)
    .filter((person) => textOf(person, 'role') === 'author')
    .map((person) => {
      const literal = textOf(person, 'literal');
      if (literal !== '') return literal;
      const family = [textOf(person, 'particle'), textOf(person, 'family')].filter(Boolean).join(' ');
      return [family, textOf(person, 'given')].filter(Boolean).join(', ');
    });
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: JsonValue | undefined, field: string): string {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? plain(value[field]) : '';
}

function plain(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
