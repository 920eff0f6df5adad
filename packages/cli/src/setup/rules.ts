/**
 * What agents are told beside the tools: when to look and when to keep. A file of our own where the client reads a folder of them, else a part of a
 * file of the user's between two marks. Written only when it was asked for.
 */
import { RULES } from './agent-texts.ts';
import type { RulesFile } from './clients/client.ts';
import type { Change } from './connect.ts';
import { changeFile, dropBackup, readBackup, readText } from './edit/config-file.ts';
import { eolOf } from './edit/config-text.ts';

const START = '<!-- zapomni:start -->';
const END = '<!-- zapomni:end -->';

export async function previewRules(rules: RulesFile): Promise<Change> {
  const { text } = await readText(rules.file);
  return { before: text, after: withRules(rules, text) };
}

export async function writeRules(rules: RulesFile): Promise<Change> {
  return changeFile(rules.file, ({ text }) => withRules(rules, text));
}

/** A file of our own that somebody has changed is theirs by now, and stays. */
export async function removeRules(rules: RulesFile): Promise<Change> {
  const backup = await readBackup(rules.file);
  const change = await changeFile(rules.file, ({ text, bytes }) => (bytes === null ? null : withoutRules(rules, text)));
  if (backup.bytes !== null && change.after === backup.text) await dropBackup(rules.file);
  return change;
}

function withRules({ kind, head = '', text: own = RULES }: RulesFile, text: string): string {
  if (kind === 'own') return `${head}${own}`;
  const eol = eolOf(text);
  const block = `${START}\n${RULES}${END}\n`.replaceAll('\n', eol);
  const bare = withoutBlock(text);
  if (bare !== text) return replaceBlock(text, block);
  return bare === '' ? block : `${bare}${bare.endsWith('\n') ? eol : eol + eol}${block}`;
}

/** Null where nothing else was in it. */
function withoutRules({ kind, head = '', text: own = RULES }: RulesFile, text: string): string | null {
  if (kind === 'own') return text === `${head}${own}` ? null : text;
  const bare = withoutBlock(text);
  return bare === '' ? null : bare;
}

const BLOCK = new RegExp(`(\\r?\\n)?${START}[^]*?${END}(\\r?\\n)?`);

const withoutBlock = (text: string): string => text.replace(BLOCK, '');

const replaceBlock = (text: string, block: string): string =>
  text.replace(BLOCK, (_, before: string | undefined) => `${before ?? ''}${block}`);
