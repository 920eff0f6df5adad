import fc from 'fast-check';
import type { ComponentChild, VNode } from 'preact';
import { expect, it } from 'vitest';
import { HOSTILE } from '@zapomni/testkit/hostile-strings';
import { Markdown } from './markdown.tsx';

const ALLOWED = new Set(
  'div p em strong s ul ol li blockquote table thead tbody tr th td h4 a span code pre hr br'.split(' '),
);

function* elementsOf(child: ComponentChild | ComponentChild[]): Generator<VNode> {
  if (Array.isArray(child)) for (const one of child) yield* elementsOf(one);
  else if (typeof child === 'object' && child !== null) {
    yield child as VNode;
    yield* elementsOf((child as VNode).props.children as ComponentChild);
  }
}

function textOf(child: ComponentChild | ComponentChild[]): string {
  if (Array.isArray(child)) return child.map(textOf).join('');
  if (typeof child === 'object' && child !== null) return textOf((child as VNode).props.children as ComponentChild);
  return String(child ?? '');
}

/** What would be in the page, one line for each thing that must not be. */
function faultsOf(text: string): string[] {
  return [...elementsOf(Markdown({ text }))].flatMap(({ type, props }) => {
    const faults = ALLOWED.has(String(type)) ? [] : [`<${String(type)}>`];
    for (const [name, value] of Object.entries(props)) {
      if (name === 'children' || name === 'class' || name === 'tabIndex' || name === 'rel' || name === 'target')
        continue;
      if (name !== 'href' || !/^https?:\/\//i.test(String(value))) faults.push(`${name}=${String(value)}`);
    }
    return faults;
  });
}

it('makes the elements that are meant, and links that tell nobody where one came from', () => {
  const text = '# Head\n\nA *word* and `code`, [a link](https://example.org/).\n\n- one\n- two\n\n|a|\n|-|\n|1|\n';
  const all = [...elementsOf(Markdown({ text }))];
  expect(all.map(({ type }) => type)).toEqual(expect.arrayContaining(['h4', 'em', 'code', 'a', 'ul', 'li', 'td']));
  const link = all.find(({ type }) => type === 'a');
  expect(link?.props).toMatchObject({ href: 'https://example.org/', rel: 'noopener noreferrer' });
});

it.each(HOSTILE)('makes nothing that could run or be loaded of %s', (text) => {
  expect(faultsOf(text)).toEqual([]);
  expect(faultsOf(`> - ${text}\n\n[x](${text}) ![y](${text})`)).toEqual([]);
});

it('shows what looks like markup as the text that it is', () => {
  expect(textOf(Markdown({ text: '<img src=x onerror=alert(1)>' }))).toBe('<img src=x onerror=alert(1)>');
});

it('never makes anything else, whatever the text is', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(...HOSTILE),
    fc.constantFrom(
      '](javascript:alert(1))',
      '[a]: javascript:x',
      '<',
      '![',
      '```html\n',
      '\n\n',
      '> ',
      '|-|\n',
      '&#106;',
    ),
  );
  const texts = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(texts, (text) => faultsOf(text).length === 0),
    { numRuns: 10_000 },
  );
});
