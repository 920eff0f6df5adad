/** Lines of an export of Zapomni itself, and what must come of them. */
import type { Example } from './example.ts';

const exported = { kind: 'note', source: 'Anna', tags: ['tea'], metadata: {}, key: null, supersededBy: null };
const exportLine = (id: string, memory: object) => ({
  kind: 'memory',
  workspace: 'default',
  id,
  memory: { ...exported, occurredAt: null, createdAt: 1_767_225_600_000, ...memory },
});

export const EXPORT: Example = {
  format: 'zapomni',
  make: (folder) =>
    folder.lines(
      'export.jsonl',
      { zapomni: 'export', version: 1 },
      { kind: 'workspace', workspace: 'default', name: 'default', description: '', createdAt: 0 },
      exportLine('a', { text: 'Tea at four.' }),
      exportLine('b', { text: 'Tea at three.', supersededBy: 'a' }),
      exportLine('c', {
        text: 'A plan.',
        kind: 'document',
        metadata: { document_id: 'd', date: '2025-05-05', pages: 3 },
        key: 'plan',
      }),
      exportLine('e', { text: 'Lunch', occurredAt: 0 }),
      exportLine('f', { text: '' }),
      { kind: 'record', workspace: 'default', collection: 'documents', key: 'd' },
      { other: 1 },
      { zapomni: 'end', records: 6, sha256: '' },
    ),
  drafts: [
    {
      where: 'export.jsonl line 3',
      text: 'Tea at four.',
      source: 'Anna',
      kind: 'note',
      tags: ['tea'],
      metadata: { timestamp: '2026-01-01T00:00:00.000Z' },
      key: 'zapomni:a',
    },
    {
      where: 'export.jsonl line 5',
      text: 'A plan.',
      kind: 'document',
      metadata: { date: '2025-05-05', pages: 3 },
      key: 'plan',
    },
    { where: 'export.jsonl line 6', text: 'Lunch', key: 'zapomni:e' },
  ],
  skipped: {
    'was superseded by a later memory': ['export.jsonl line 4'],
    'is a memory without id or text': ['export.jsonl line 7'],
    'is no line of an export': ['export.jsonl line 9'],
  },
};
