/** `zapomni papers cite [article …]`. */
import { readFile } from 'node:fs/promises';
import { invalidField } from '@zapomni/core/errors';
import { CITATION_FORMATS } from '@zapomni/core/ports';
import { toWrittenCitations } from '@zapomni/mcp/views/papers';
import { harmless, oneLine } from '../../../output/harmless.ts';
import { printJson } from '../../../output/print-json.ts';
import { renderTable } from '../../../output/table.ts';
import type { Terminal } from '../../../output/terminal.ts';
import { withWorkspace } from '../../../session/with-app.ts';
import type { Command, CommandContext } from '../../command.ts';
import { givenText } from './given-text.ts';

const OWNER = 'cli';

export const cite: Command = async (context) => {
  const { args, terminal } = context;
  if (args.has('styles')) return listStyles(context);
  const query = args.text('search');
  const request = {
    articles: args.positionals,
    query,
    limit: args.count('limit', 10, 50),
    style: await styleOf(args.text('style') ?? 'ieee'),
    locale: args.text('locale'),
    format: args.oneOf('format', CITATION_FORMATS) ?? ('text' as const),
    items: await itemsOf(args.text('items'), terminal),
  };
  return withWorkspace(context, async ({ app, workspace }) => {
    const written = await app.research.citations.format({ workspace, client: OWNER, ...request });
    if (args.has('json')) return printJson(terminal, toWrittenCitations(written));
    const lines = written.bibliography.map(({ text, citation }) => harmless(text === '' ? (citation ?? '') : text));
    terminal.print(request.format === 'rtf' ? rtfDocument(lines) : lines.join('\n'));
  });
};

/** Programs open a file of RTF only whole. */
function rtfDocument(paragraphs: readonly string[]): string {
  const text = paragraphs.map((one) => `${one}\\par`).join('\n');
  return `{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Times New Roman;}}\n${text}\n}`;
}

async function listStyles(context: CommandContext): Promise<void> {
  const { args, terminal } = context;
  await withWorkspace(context, async ({ app }) => {
    const styles = await app.research.citations.styles();
    if (args.has('json')) return printJson(terminal, { styles });
    const rows = styles.map(({ name, title, kind }) => [name, kind, oneLine(title)]);
    terminal.print(renderTable(['STYLE', 'KIND', 'TITLE'], rows, terminal));
  });
}

/** A file that the user names by hand is read wherever it lies. */
async function styleOf(said: string): Promise<string> {
  if (!/\.csl$/i.test(said)) return said;
  const text = await readFile(said, 'utf8').catch(() => {
    throw invalidField('--style', 'there is no such file, or it cannot be read');
  });
  if (!text.includes('<')) throw invalidField('--style', 'the file is no style in CSL 1.0', 'Name a whole .csl file.');
  return text;
}

async function itemsOf(file: string | undefined, terminal: Terminal): Promise<Record<string, unknown>[] | undefined> {
  if (file === undefined) return undefined;
  const text = await givenText(file, '--items', terminal);
  let items: unknown;
  try {
    items = JSON.parse(text);
  } catch {
    throw invalidField('--items', 'the file is no JSON');
  }
  const list: unknown[] = Array.isArray(items) ? items : [items];
  if (!list.every(isObject)) throw invalidField('--items', 'the file is no CSL-JSON: it must be a list of objects');
  return list;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
