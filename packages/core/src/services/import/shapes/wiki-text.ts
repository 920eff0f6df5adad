/** What the text of a note says beside its words: links to other notes, and tags. Code says neither. */

const CODE = /(^|\n)(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n\2[^\n]*(?=\n|$)|$)|`[^`\n]+`/g;
const WIKI_LINK = /!?\[\[([^[\]\n]+?)\]\]/g;
/** A tag has a character that is not a digit; `/` nests. */
const TAG = /(?<![\p{L}\p{N}_/&#])#([\p{L}\p{N}_/-]*[\p{L}_][\p{L}\p{N}_/-]*)/gu;

/** Names of notes, in the order of the text, each once: `[[Note#Heading|shown]]` links to `Note`. */
export function wikiLinksOf(text: string): string[] {
  const targets = [...withoutCode(text).matchAll(WIKI_LINK)].map(([, inner = '']) =>
    (inner.split('|')[0]?.split('#')[0] ?? '').replace(/\\$/, '').trim(),
  );
  return [...new Set(targets.filter((target) => target !== ''))];
}

export function inlineTagsOf(text: string): string[] {
  const plain = withoutCode(text)
    .replaceAll(WIKI_LINK, ' ')
    .replaceAll(/\]\([^)\s]*\)/g, '] ')
    .replaceAll(/\bhttps?:\S+/g, ' ');
  return [...new Set([...plain.matchAll(TAG)].map(([, tag = '']) => tag.replace(/\/+$/, '')))];
}

const withoutCode = (text: string): string => text.replaceAll(CODE, '\n');
