/** GraphML, for Gephi, yEd, NetworkX and others. Ids are tokens there, without spaces; the true ones are among the data. */
import type { GraphFacts, GraphFormat } from './graph-format.ts';
import { entityFacts, relationFacts } from './graph-format.ts';
import { plainId } from './plain-id.ts';

const KEYS = {
  node: {
    entity_id: 'string',
    name: 'string',
    type: 'string',
    aliases: 'string',
    mentions: 'int',
    relations: 'int',
    asserted: 'boolean',
    created_at: 'string',
  },
  edge: { type: 'string', strength: 'double', evidence: 'int', valid_from: 'string', valid_to: 'string' },
} as const;

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
`;

export function graphmlFormat(facts: GraphFacts): GraphFormat {
  const element = (tag: string, attributes: string, inner: readonly string[]) =>
    facts.pretty
      ? `  <${tag} ${attributes}>\n${inner.map((one) => `    ${one}\n`).join('')}  </${tag}>\n`
      : `<${tag} ${attributes}>${inner.join('')}</${tag}>\n`;
  return {
    begin: () =>
      `${HEAD}${keys('node')}${keys('edge')}<graph id="${plainId(facts.workspace)}" edgedefault="directed">\n`,
    entities: (some) =>
      some
        .map((entity) => {
          const inner = data('n', { entity_id: entity.id, ...entityFacts(entity, facts) });
          return element('node', `id="${plainId(entity.id)}"`, inner);
        })
        .join(''),
    between: () => '',
    relations: (some) =>
      some
        .map((relation) => {
          const [source, target] = [plainId(relation.source), plainId(relation.target)];
          return element('edge', `source="${source}" target="${target}"`, data('e', relationFacts(relation, facts)));
        })
        .join(''),
    end: () => '</graph>\n</graphml>\n',
  };
}

function keys(element: 'node' | 'edge'): string {
  return Object.entries(KEYS[element])
    .map(
      ([name, type]) => `<key id="${element[0]}_${name}" for="${element}" attr.name="${name}" attr.type="${type}"/>\n`,
    )
    .join('');
}

function data(
  prefix: string,
  values: Readonly<Record<string, string | number | boolean | readonly string[]>>,
): string[] {
  return Object.entries(values).map(([name, value]) => {
    const text = Array.isArray(value) ? value.join('; ') : String(value);
    return `<data key="${prefix}_${name}">${escapeXml(text)}</data>`;
  });
}

/** XML 1.0 cannot hold most control characters at all, not even escaped. */
// oxlint-disable-next-line no-control-regex
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Most texts need nothing, and one look tells. */
const PLAIN = /^[\p{L}\p{N} :;,.!?_@#%/()+=*-]*$/u;

function escapeXml(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .toWellFormed()
    .replace(IMPOSSIBLE, '\ufffd')
    .replace(/[&<>"'\t\n\r]/gu, (character) => ESCAPES[character] as string);
}
