import type { DocumentCase } from '../document-case.ts';
import { utf8 } from './encode.ts';

const NOTE = `---
title: Bridges of Oslo
tags: [bridges, oslo]
created: 2026-11-17
nested: { count: 3 }
---

# The *old* bridges

The first bridge was **built of stone**
and fell in 1798. See [[Akerselva#Floods|the river]], [[Plain note]]
and [the map](https://maps.example/oslo).

## Tolls & keepers

- a keeper lived there
- two coins were paid
  1. one for the city

> Nobody crosses
> without a coin.

| Year | Toll |
| ---- | ---- |
| 1701 | 2 \\| 3 |
| 1702 | [four](https://tolls.example) |

\`\`\`ts
# no heading
const toll = 2 * 3;
\`\`\`

### Afterwards

<!-- nobody reads this -->
Nothing is left of it.

Setext heading
--------------

The last line.
`;

export const markdownCases: readonly DocumentCase[] = [
  {
    format: 'markdown',
    about: 'a note with everything',
    source: { bytes: utf8(NOTE), name: 'bridges.md' },
    title: 'Bridges of Oslo',
    metadata: { tags: ['bridges', 'oslo'], created: '2026-11-17', nested: { count: 3 } },
    sentences: [
      { text: 'The first bridge was built of stone and fell in 1798.', path: ['The old bridges'], line: 10 },
      { text: 'See the river, Plain note and the map.', line: 11 },
      { text: 'the map.', line: 12 },
      { text: '- a keeper lived there', path: ['The old bridges', 'Tolls & keepers'], line: 16 },
      { text: '1. one for the city', line: 18 },
      { text: 'Nobody crosses without a coin.', line: 20 },
      { text: '| 1701 | 2 \\| 3 |', line: 25 },
      { text: 'const toll', path: ['The old bridges', 'Tolls & keepers'], line: 30 },
      { text: 'Nothing is left of it.', path: ['The old bridges', 'Tolls & keepers', 'Afterwards'], line: 36 },
      { text: 'The last line.', path: ['The old bridges', 'Setext heading'], line: 41 },
    ],
    absent: ['**', 'tags:', '```', 'nobody reads', '[['],
    blocks: [
      { kind: 'code', text: '# no heading\nconst toll = 2 * 3;' },
      { kind: 'quote', text: 'Nobody crosses without a coin.' },
      { kind: 'table', text: '| Year | Toll |\n| --- | --- |\n| 1701 | 2 \\| 3 |\n| 1702 | four |' },
    ],
    links: [
      { text: 'the river', target: 'Akerselva#Floods' },
      { text: 'Plain note', target: 'Plain note' },
      { text: 'the map', target: 'https://maps.example/oslo' },
      { text: 'four', target: 'https://tolls.example' },
    ],
  },
  {
    format: 'markdown',
    about: 'front matter that is none',
    source: { bytes: utf8('---\n- [unclosed\n---\n\n# Heading\n\nSome words.\n'), name: 'odd.md' },
    title: 'Heading',
    sentences: [{ text: 'Some words.', path: ['Heading'], line: 7 }],
    warnings: [/front matter/],
  },
  {
    format: 'markdown',
    about: 'aliases that would grow without end are not followed',
    source: {
      bytes: utf8(
        `---\na: &a [1,1,1,1,1,1,1,1,1,1]\n${[...'bcdefghij'].map((key, n) => `${key}: &${key} [${Array.from({ length: 10 }, () => `*${'abcdefghi'[n]}`).join(',')}]`).join('\n')}\n---\n\n# Laughs\n\nSome words.\n`,
      ),
      name: 'bomb.md',
    },
    sentences: [{ text: 'Some words.' }],
    warnings: [/front matter/],
  },
];
