/** TOML: a table of its own at the end of the file, which every reader takes as the same thing wherever it stands. */
import { parse, stringify, TomlError } from 'smol-toml';
import {
  eolOf,
  isObject,
  unusable,
  UnusableText,
  valueAt,
  type ConfigText,
  type EntryPath,
  type JsonObject,
} from './config-text.ts';

export const tomlText: ConfigText = {
  parse: read,
  insert(text, path, entry) {
    const before = read(text);
    for (let depth = 1; depth < path.length; depth++) {
      const value = valueAt(before, path.slice(0, depth));
      if (value !== undefined && !isObject(value)) throw new UnusableText(`${path[0]} holds no table.`);
    }
    const eol = eolOf(text);
    const gap = text.trim() === '' ? '' : text.endsWith('\n') ? eol : eol + eol;
    const written = text + gap + block(path, entry).replaceAll('\n', eol);
    mustTake(written);
    return written;
  },
  remove(text, path) {
    const spans = tablesOf(text, path);
    return spans.reduceRight((left, { from, to }) => left.slice(0, from) + left.slice(to), text);
  },
  block,
};

function read(text: string): JsonObject {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded' }) as unknown as JsonObject;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new UnusableText(
      `line ${error.line}, column ${error.column}: ${(error.message.split('\n')[0] ?? '').toLowerCase()}.`,
    );
  }
}

/** Inline tables cannot be added to from outside. */
function mustTake(text: string): void {
  try {
    parse(text, { integersAsBigInt: 'asNeeded' });
  } catch {
    const at = /^[^\n]*=\s*\{/m.exec(text)?.index ?? 0;
    throw unusable(text, at, 'the servers stand in an inline table, which nothing can be added to from outside.');
  }
}

function block(path: EntryPath, entry: JsonObject): string {
  const simple = Object.fromEntries(Object.entries(entry).filter(([, value]) => !isObject(value)));
  const tables = Object.entries(entry).filter(([, value]) => isObject(value) && Object.keys(value).length > 0);
  const header = `[${path.join('.')}]`;
  const inner = tables.map(([name, value]) => `\n[${path.join('.')}.${name}]\n${stringify(value as object)}`);
  return `${header}\n${stringify(simple).trimEnd()}\n${inner.join('')}`;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The entry's table and those inside it, each with the blank line before it. */
function tablesOf(text: string, path: EntryPath): Span[] {
  const heads = headersOf(text);
  const own = path.join('.');
  return heads.flatMap(({ name, from }, i) => {
    if (name !== own && !name.startsWith(`${own}.`)) return [];
    const to = heads[i + 1]?.from ?? text.length;
    // What the next table has above it is its own.
    const body = text.slice(from, to);
    const kept = /(?:\r?\n)*(?:[ \t]*#[^\n]*\n)*$/.exec(i + 1 < heads.length ? body : '')?.[0] ?? '';
    const start = text.slice(0, from).endsWith('\r\n\r\n')
      ? from - 2
      : text.slice(0, from).endsWith('\n\n')
        ? from - 1
        : from;
    return [{ from: start, to: to - kept.replace(/^\r?\n/, '').length }];
  });
}

/** Lines that open a table, outside strings of several lines. */
function headersOf(text: string): { readonly name: string; readonly from: number }[] {
  const heads: { name: string; from: number }[] = [];
  let open: string | null = null;
  let from = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const header = open === null ? /^[ \t]*\[{1,2}\s*([^\]#]+?)\s*\]{1,2}/.exec(line) : null;
    if (header) heads.push({ name: (header[1] ?? '').replaceAll(/["'\s]/g, ''), from });
    for (const quotes of line.match(/"""|'''/g) ?? []) open = open === null ? quotes : open === quotes ? null : open;
    from += line.length;
  }
  return heads;
}
