/** Writes a Markdown text as a person reads it: blocks one by one, each marked with the line it stands on. */
import MarkdownParser, { type Token } from 'markdown-it';
import type { TextBuilder } from '../text-builder.ts';
import { inlineText, renderInline, withoutTags } from './render-inline.ts';
import { wikiLinks } from './wiki-link.ts';

const parser = new MarkdownParser({ html: true, linkify: false });
wikiLinks(parser);

/** Returns its first heading, if that is of the highest level. */
export function renderMarkdown(builder: TextBuilder, markdown: string, firstLine: number): string | null {
  const renderer = new BlockRenderer(builder, firstLine);
  renderer.render(parser.parse(markdown, {}));
  return renderer.title;
}

interface OpenList {
  readonly ordered: boolean;
  next: number;
}

class BlockRenderer {
  readonly #builder: TextBuilder;
  readonly #firstLine: number;
  readonly #lists: OpenList[] = [];
  /** Whether the mark of an item has just been written, so that its text follows on the same line. */
  #marked = false;
  title: string | null = null;

  constructor(builder: TextBuilder, firstLine: number) {
    this.#builder = builder;
    this.#firstLine = firstLine;
  }

  render(tokens: readonly Token[]): void {
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i];
      if (!token) continue;
      if (token.type !== 'table_open' && token.type !== 'blockquote_open') this.#token(token, tokens[i + 1]);
      else {
        const end = closingOf(tokens, i);
        if (token.type === 'table_open') this.#table(tokens.slice(i, end));
        else this.#quote(tokens.slice(i + 1, end));
        i = end;
      }
    }
  }

  #token(token: Token, next: Token | undefined): void {
    switch (token.type) {
      case 'heading_open':
        return this.#heading(token, next);
      case 'inline':
        return this.#inline(token);
      case 'fence':
      case 'code_block':
        return this.#code(token);
      case 'html_block':
        return this.#html(token);
      case 'list_item_open':
        return this.#item(token);
      case 'paragraph_open':
        return token.hidden ? this.#line() : this.#break();
      default:
        if (token.type.endsWith('_list_open')) this.#openList(token);
        else if (token.type.endsWith('_list_close')) this.#closeList();
    }
  }

  #openList(token: Token): void {
    if (this.#lists.length === 0) this.#break();
    this.#lists.push({ ordered: token.type === 'ordered_list_open', next: Number(token.attrGet('start') ?? 1) });
  }

  #closeList(): void {
    this.#lists.pop();
    this.#marked = false;
    this.#break();
  }

  #line(): void {
    if (!this.#marked) this.#builder.line();
  }

  /** The text of a marked item follows on the same line. */
  #break(): void {
    if (!this.#marked) this.#builder.paragraph();
  }

  #at(token: Token, skipped = 0): void {
    if (token.map) this.#builder.atLine(this.#firstLine + token.map[0] + skipped);
  }

  #heading(open: Token, inline: Token | undefined): void {
    const title = inlineText(inline?.children ?? []);
    const level = Number(open.tag.slice(1)) || 1;
    this.#marked = false;
    if (title !== '') {
      this.#builder.paragraph();
      this.#at(open);
      this.#builder.section(title, level);
    }
    if (level === 1) this.title ??= title || null;
    // The heading's own text follows as a token and has been written.
    if (inline) inline.children = [];
  }

  #inline(token: Token): void {
    if (!token.children?.length) return;
    this.#at(token);
    renderInline(this.#builder, token.children, token.map && { line: this.#firstLine + token.map[0] });
    this.#marked = false;
  }

  #code(token: Token): void {
    this.#marked = false;
    const code = token.content.replace(/\n+$/u, '');
    this.#builder.block('code', () => {
      this.#at(token, token.type === 'fence' ? 1 : 0);
      this.#builder.add(code);
    });
  }

  #html(token: Token): void {
    const text = withoutTags(token.content).trim();
    this.#break();
    if (text === '') return;
    this.#at(token);
    this.#builder.add(text);
    this.#builder.paragraph();
  }

  #item(token: Token): void {
    const list = this.#lists.at(-1);
    if (!list) return;
    this.#builder.line();
    this.#at(token);
    const mark = list.ordered ? `${list.next++}. ` : '- ';
    this.#builder.add(`${'  '.repeat(this.#lists.length - 1)}${mark}`);
    this.#marked = true;
  }

  #quote(tokens: readonly Token[]): void {
    this.#marked = false;
    this.#builder.block('quote', () => this.render(tokens));
  }

  #table(tokens: readonly Token[]): void {
    this.#marked = false;
    const rows = tokens.filter(({ type }) => type === 'tr_open').length;
    const width = tokens.filter(({ type }) => type === 'th_open').length;
    if (rows === 0) return;
    this.#builder.block('table', () => {
      for (const token of tokens) this.#tableToken(token, width);
    });
  }

  #tableToken(token: Token, width: number): void {
    if (token.type === 'tr_open') {
      this.#builder.line();
      this.#at(token);
      this.#builder.add('|');
    } else if (token.type === 'inline') {
      this.#builder.add(' ');
      renderInline(this.#builder, token.children ?? [], null, (text) => text.replaceAll('|', '\\|'));
      this.#builder.add(' |');
    } else if (token.type === 'thead_close') {
      this.#builder.line().add(`|${' --- |'.repeat(width)}`);
    }
  }
}

/** Where what opens here closes. */
function closingOf(tokens: readonly Token[], from: number): number {
  const opening = tokens[from];
  const type = opening?.type.replace(/_open$/u, '_close');
  let at = from + 1;
  while (at < tokens.length && (tokens[at]?.type !== type || tokens[at]?.level !== opening?.level)) at++;
  return at;
}
