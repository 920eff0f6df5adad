/** `[[Note]]`, `[[Note#Heading|shown]]` and `![[embedded]]`, as Obsidian and its kin write links to other notes. */
import type { MarkdownIt } from 'markdown-it';

const WIKI_LINK = /!?\[\[([^[\]|\n]+)(?:\|([^[\]\n]+))?\]\]/uy;

export interface WikiLink {
  readonly target: string;
  readonly shown: string;
}

export function wikiLinks(md: MarkdownIt): void {
  md.inline.ruler.before('link', 'wiki_link', (state, silent) => {
    WIKI_LINK.lastIndex = state.pos;
    const found = WIKI_LINK.exec(state.src);
    const target = found?.[1]?.trim();
    if (!found || !target) return false;
    if (!silent) {
      const token = state.push('wiki_link', '', 0);
      token.meta = { target, shown: found[2]?.trim() || target } satisfies WikiLink;
    }
    state.pos += found[0].length;
    return true;
  });
}
