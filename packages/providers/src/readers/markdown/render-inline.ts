/** The words of a line, without the marks for how they look. */
import type { Token } from 'markdown-it';
import type { TextBuilder } from '../text-builder.ts';
import type { WikiLink } from './wiki-link.ts';

/** Where in the file the words are: goes on with every break. */
export interface Place {
  line: number;
}

export function renderInline(
  builder: TextBuilder,
  tokens: readonly Token[],
  place: Place | null,
  written: (text: string) => string = (text) => text,
): void {
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (!token) continue;
    if (token.type === 'link_open') {
      const end = closing(tokens, i);
      const target = String(token.attrGet('href') ?? '');
      builder.link(target, () => renderInline(builder, tokens.slice(i + 1, end), place, written));
      i = end;
    } else if (token.type === 'wiki_link') {
      const { target, shown } = token.meta as unknown as WikiLink;
      builder.link(target, () => builder.add(written(shown)));
    } else {
      builder.add(written(wordsOf(token)));
    }
    if (place && isBreak(token)) builder.atLine((place.line += 1));
  }
}

/** The same as one string, on one line. */
export function inlineText(tokens: readonly Token[]): string {
  const words = tokens.map((token) =>
    token.type === 'wiki_link' ? (token.meta as unknown as WikiLink).shown : wordsOf(token),
  );
  return words.join('').replace(/\s+/gu, ' ').trim();
}

export function withoutTags(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->/gu, '')
    .replace(/<(?:script|style)\b[\s\S]*?<\/(?:script|style)>/giu, '')
    .replace(/<\/?[a-z][^<>]*>/giu, '');
}

function wordsOf(token: Token): string {
  switch (token.type) {
    case 'text':
    case 'text_special':
    case 'code_inline':
      return token.content;
    case 'image':
      return inlineText(token.children ?? []);
    case 'softbreak':
      return ' ';
    case 'hardbreak':
      return '\n';
    case 'html_inline':
      return /^<br\b/iu.test(token.content) ? ' ' : '';
    default:
      return '';
  }
}

function isBreak({ type }: Token): boolean {
  return type === 'softbreak' || type === 'hardbreak';
}

function closing(tokens: readonly Token[], from: number): number {
  let at = from + 1;
  while (at < tokens.length && tokens[at]?.type !== 'link_close') at++;
  return at;
}
