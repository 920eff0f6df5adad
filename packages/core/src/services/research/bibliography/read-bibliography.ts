/** A bibliography as it was given, bytes or text, as what is in it: the charset and the format are found, not assumed. */
import { invalidField } from '../../../errors/index.ts';
import { yieldToEventLoop } from '../../within.ts';
import type { Finding, FormatName, Source } from './format.ts';
import { detectFormat, formatNamed, FORMATS } from './formats.ts';
import { piecesOf, withoutMark } from './source.ts';

/** Which charset bytes are in, as WHATWG calls it; `declared` is what they say of themselves. */
export type FindCharset = (bytes: Uint8Array, declared?: string) => Promise<string>;

export interface OpenOptions {
  /** Found by how it begins, unless it is named. */
  readonly format?: FormatName | undefined;
  /** For bytes. */
  readonly findCharset: FindCharset;
}

export interface OpenBibliography {
  readonly format: FormatName;
  /** What it looks like, where another format was named. */
  readonly looksLike: FormatName | null;
  readonly findings: AsyncGenerator<Finding>;
}

/** INVALID_INPUT for what is no bibliography. Nothing waits longer than for a few kilobytes of it. */
export async function openBibliography(
  given: string | Uint8Array,
  { format: named, findCharset }: OpenOptions,
): Promise<OpenBibliography> {
  const content = typeof given === 'string' ? withoutFence(given) : given;
  if (isPdf(content)) throw invalidField('content', 'is a PDF and no bibliography', 'process_pdf takes it as a paper.');
  const charset = typeof content === 'string' ? '' : await findCharset(content, declaredIn(content));
  const head = headOf(content, charset);
  const detected = detectFormat(head);
  const format = named === undefined ? detected : formatNamed(named);
  if (!format) throw unknownFormat(head);
  const { read } = await format.load();
  const source = typeof content === 'string' ? piecesOf(content) : decoded(content, charset);
  const looksLike = detected && !areOne(detected.name, format.name) ? detected.name : null;
  return { format: format.name, looksLike, findings: read(source) };
}

/** The dialects of BibTeX have one reader. */
function areOne(one: FormatName, other: FormatName): boolean {
  return one === other || (one.startsWith('bib') && other.startsWith('bib'));
}

/** What was copied from a chat stands between fences; every line stays where it was. */
function withoutFence(text: string): string {
  const [opening = ''] = /^\s*```[\w-]*/.exec(text) ?? [];
  return opening === '' ? text : opening.replaceAll(/\S/g, '') + text.slice(opening.length).replace(/```\s*$/, '');
}

function unknownFormat(head: string) {
  const known = FORMATS.map(({ name }) => name).join(', ');
  if (head.trim() === '')
    return invalidField('content', 'is empty', 'Give the text of a bibliography, or the path of a file.');
  return invalidField(
    'content',
    'is none of the formats that can be read',
    `Name the format if it is one of ${known}.`,
  );
}

const HEAD = 65_536;

function headOf(content: string | Uint8Array, charset: string): string {
  const head =
    typeof content === 'string' ? content.slice(0, HEAD) : new TextDecoder(charset).decode(content.subarray(0, HEAD));
  return withoutMark(head);
}

/** Within the braces and brackets of one, anything may look like an entry. */
function isPdf(content: string | Uint8Array): boolean {
  const start = typeof content === 'string' ? content : new TextDecoder('latin1').decode(content.subarray(0, 5));
  return start.startsWith('%PDF-');
}

/** In the first line of XML, or as some programs write into BibTeX. */
function declaredIn(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1000));
  const found = /<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']|^%+\s*Encoding:\s*([\w.-]+)/im.exec(head);
  return found?.[1] ?? found?.[2];
}

async function* decoded(bytes: Uint8Array, charset: string): Source {
  const decoder = new TextDecoder(charset);
  for (let at = 0; at < bytes.length; at += HEAD) {
    yield decoder.decode(bytes.subarray(at, at + HEAD), { stream: true });
    await yieldToEventLoop();
  }
  yield decoder.decode();
}
