/** Links in the text of a note: `[[Note]]`, `[[Folder/Note#Heading|shown]]`, `![[embedded]]`. Code has none. */

export interface WikiLink {
  /** The name between the brackets, without heading and shown text. */
  readonly target: string;
  /** `- requires [[Grinding]]`: what a list says the link is; null where it says nothing. */
  readonly type: string | null;
  /** Of the brackets, in the text. */
  readonly start: number;
  readonly end: number;
}

const CODE = /(^|\n)(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n\2[^\n]*(?=\n|$)|$)|`[^`\n]+`/g;
const LINK = /!?\[\[([^[\]\n]+?)\]\]/g;
/** Before the link, on its line; types of several words stand in quotation marks. */
const TYPED = /^\s*[-*]\s+(?:"([^"\n]+)"|'([^'\n]+)'|([^\s[\]"']+))\s+$/;

/** In the order of the text. */
export function wikiLinksIn(text: string): WikiLink[] {
  const plain = withoutCode(text);
  return [...plain.matchAll(LINK)].flatMap((match) => {
    const [whole, inner = ''] = match;
    const target = (inner.split('|')[0]?.split('#')[0] ?? '').replace(/\\$/, '').trim();
    if (target === '') return [];
    const before = plain.slice(plain.lastIndexOf('\n', match.index) + 1, match.index);
    const [, double, single, word] = whole.startsWith('!') ? [] : (TYPED.exec(before) ?? []);
    const type = double ?? single ?? word ?? null;
    return [{ target, type, start: match.index, end: match.index + whole.length }];
  });
}

/** As long as it was: places in the one are places in the other. */
export function withoutCode(text: string): string {
  return text.replaceAll(CODE, (code) => code.replaceAll(/[^\n]/g, ' '));
}
