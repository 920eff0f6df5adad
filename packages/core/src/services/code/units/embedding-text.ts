/**
 * A unit of code as it is embedded: what it is called, where it stands, what its comment says of it, how it is called, and then the words
 * of its names, as long as there is room. Models are made for sentences: from brackets and operators they learn little, and a short text
 * takes a tenth of the time of a whole function.
 */
import { estimateTokens } from '../../../model/index.ts';

export interface EmbeddedUnit {
  readonly path: string;
  /** Qualified names of what it shows. */
  readonly names: readonly string[];
  readonly signature: string;
  readonly doc: string | null;
  readonly text: string;
}

const MOST_TOKENS = 48;
const MOST_NAMES = 3;
const MOST_SIGNATURE = 100;
const MOST_DOC = 160;
/** Folders further out are those of all files. */
const NEAREST_FOLDERS = 2;
const IDENTIFIER = /\p{L}[\p{L}\p{N}_$]{2,}/gu;
const WORD = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{N}+|[\p{Lo}\p{Lt}\p{Lm}\p{M}]+/gu;

export function embeddingText({ path, names, signature, doc, text }: EmbeddedUnit): string {
  const called = names.slice(0, MOST_NAMES).map(spoken).join(', ');
  const said = doc === null ? '' : firstSentence(doc);
  const head = [called, placeOf(path), said, signature.slice(0, MOST_SIGNATURE)].filter(Boolean).join('. ');
  return head + furtherWords(head, text);
}

/** `click/core.py` → `click core`. */
function placeOf(path: string): string {
  const parts = path.split('/');
  const name = (parts.pop() ?? '').replace(/\.[^.]*$/, '');
  return [...parts.slice(-NEAREST_FOLDERS), name].map(spoken).join(' ');
}

/** `SessionStore.getItem` → `Session Store get Item`. */
function spoken(name: string): string {
  return name.match(WORD)?.join(' ') ?? '';
}

function firstSentence(doc: string): string {
  const end = /[.!?](?=\s|$)|\n\s*\n/.exec(doc)?.index ?? doc.length;
  return doc.slice(0, Math.min(end, MOST_DOC)).replaceAll(/\s+/g, ' ').trim().toWellFormed();
}

/** Words of the text that were not said yet, in its order, until there is no more room. */
function furtherWords(head: string, text: string): string {
  let room = MOST_TOKENS - estimateTokens(head);
  const said = new Set(head.toLowerCase().match(WORD));
  const more: string[] = [];
  for (const [identifier] of text.matchAll(IDENTIFIER)) {
    for (const word of identifier.match(WORD) ?? []) {
      const folded = word.toLowerCase();
      if (folded.length < 3 || said.has(folded)) continue;
      said.add(folded);
      room -= Math.max(1, estimateTokens(folded));
      if (room < 0) return more.length > 0 ? `. ${more.join(' ')}` : '';
      more.push(folded);
    }
  }
  return more.length > 0 ? `. ${more.join(' ')}` : '';
}
