/** What the text of a note says beside its words: links to other notes, and tags. Code says neither. */
import { wikiLinksIn, withoutCode } from '../../../model/index.ts';

const WIKI_LINK = /!?\[\[([^[\]\n]+?)\]\]/g;
/** A tag has a character that is not a digit; `/` nests. */
const TAG = /(?<![\p{L}\p{N}_/&#])#([\p{L}\p{N}_/-]*[\p{L}_][\p{L}\p{N}_/-]*)/gu;

/** Names of notes, in the order of the text, each once: `[[Note#Heading|shown]]` links to `Note`. */
export function wikiLinksOf(text: string): string[] {
  return [...new Set(wikiLinksIn(text).map(({ target }) => target))];
}

export function inlineTagsOf(text: string): string[] {
  const plain = withoutCode(text)
    .replaceAll(WIKI_LINK, ' ')
    .replaceAll(/\]\([^)\s]*\)/g, '] ')
    .replaceAll(/\bhttps?:\S+/g, ' ');
  return [...new Set([...plain.matchAll(TAG)].map(([, tag = '']) => tag.replace(/\/+$/, '')))];
}
