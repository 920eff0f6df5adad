/**
 * Whether a name stands anywhere in a repository beside where it is defined: in calls that nobody could resolve, in strings by which
 * frameworks find it, in templates and settings. The word index says which files have it, their texts whether that is the whole name.
 */
import { toTerms } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';
import type { KeptSymbol } from '../store/index.ts';
import type { CodeReader } from './code-reader.ts';

/** In more passages than this a name says nothing of one symbol. */
const MOST_PASSAGES = 12;

/** `yes` also where it stands in too many places to look at all. */
export async function isNamedElsewhere(deps: Deps, reader: CodeReader, symbol: KeptSymbol): Promise<boolean> {
  const { storage } = deps;
  const term = toTerms(symbol.value.name).at(-1);
  if (term === undefined) return true;
  const scope = { workspace: reader.store };
  const hits = await storage.fullText.search({ terms: [term] }, MOST_PASSAGES, scope);
  if (hits.length >= MOST_PASSAGES) return true;
  const ids = [...new Set(hits.map(({ memoryId }) => memoryId))];
  const [texts, own] = await Promise.all([
    storage.memories.get(reader.store, ids),
    reader.files.get(reader.store, symbol.value.file),
  ]);
  return texts.some(({ id, text, metadata }) => {
    if (metadata['stale'] === true) return false;
    return mentions(text, symbol, id === own?.value.memory);
  });
}

/** What it says of itself does not count. */
function mentions(text: string, { value }: KeptSymbol, isOwn: boolean): boolean {
  const name = new RegExp(`(?<![\\p{L}\\p{N}_$])${escape(value.name)}(?![\\p{L}\\p{N}_$])`, 'u');
  return text
    .split('\n')
    .some((line, i) => !(isOwn && i + 1 >= value.lines[0] && i + 1 <= value.lines[1]) && name.test(line));
}

function escape(name: string): string {
  return name.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
