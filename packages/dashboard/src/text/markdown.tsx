/**
 * Markdown as the page's own elements. The text is read into tokens, and each token that is known becomes one of a few elements;
 * no markup is ever made of it, so that nothing it says can run. Pictures are not loaded: whoever stored the address would learn
 * who looks. Loaded when the first text is shown so.
 */
import MarkdownIt, { type Token } from 'markdown-it';
import { h, type ComponentChild } from 'preact';
import { visible } from '../parts/parts.tsx';

/** `html: false`: what looks like markup is text. */
const reader = new MarkdownIt({ html: false, linkify: false, typographer: false });

const ELEMENTS: ReadonlySet<string> = new Set([
  'p',
  'em',
  'strong',
  's',
  'ul',
  'ol',
  'li',
  'blockquote',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
]);

export function Markdown({ text }: { text: string }) {
  return <div class="markdown">{build(reader.parse(text, {}))}</div>;
}

interface Open {
  readonly tag: string;
  readonly attributes: Record<string, string>;
  readonly children: ComponentChild[];
}

function build(tokens: readonly Token[]): ComponentChild[] {
  const root: Open = { tag: '', attributes: {}, children: [] };
  const stack = [root];
  for (const token of tokens) {
    const top = stack.at(-1) ?? root;
    if (token.nesting === 1) stack.push({ ...opened(token), children: [] });
    else if (token.nesting === -1) {
      stack.pop();
      (stack.at(-1) ?? root).children.push(element(top));
    } else top.children.push(...leaf(token));
  }
  return root.children;
}

/** Headings of a memory are below those of the page. */
function opened(token: Token): Omit<Open, 'children'> {
  const { tag } = token;
  if (/^h[1-6]$/.test(tag)) return { tag: 'h4', attributes: {} };
  if (tag === 'a') return linkTo(String(token.attrGet('href') ?? ''));
  return { tag: ELEMENTS.has(tag) ? tag : 'span', attributes: {} };
}

function linkTo(address: string): Omit<Open, 'children'> {
  const isWeb = /^https?:\/\//i.test(address);
  return isWeb
    ? { tag: 'a', attributes: { href: address, rel: 'noopener noreferrer', target: '_blank' } }
    : { tag: 'span', attributes: {} };
}

function element({ tag, attributes, children }: Open): ComponentChild {
  return h(tag, attributes, children);
}

function leaf(token: Token): ComponentChild[] {
  if (token.type === 'inline') return build(token.children ?? []);
  if (token.type === 'code_inline') return [<code>{visible(token.content)}</code>];
  if (token.type === 'fence' || token.type === 'code_block') {
    return [
      <pre tabIndex={0}>
        <code>{visible(token.content)}</code>
      </pre>,
    ];
  }
  if (token.type === 'hr') return [<hr />];
  if (token.type === 'hardbreak') return [<br />];
  if (token.type === 'softbreak') return ['\n'];
  if (token.type === 'image') return [`[${visible(token.content)}]`];
  return [visible(token.content)];
}
