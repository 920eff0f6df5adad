import type { Metadata } from '../../../model/index.ts';
import type { Finding, ImportFormat, SourceItem } from '../import-format.ts';
import { fieldsOf, isFields, keyOf, kindOf, metadataOf, textOf, textsOf, timeOf } from '../shapes/values.ts';

export const zapomni: ImportFormat = {
  name: 'zapomni',
  needs: 'a file that `zapomni export` wrote, to add its memories to a store that holds others',
  comes:
    'Each memory as it was last, of all workspaces of the export, with tags, kind, source and metadata; when it happened or was stored as its time.',
  lost: 'Ids, earlier versions, vectors, the graph, records, blobs and the places in documents. `zapomni import FILE` into an empty store keeps all of it.',
  cutOf: (relative, named) => (named || /\.jsonl$/i.test(relative) ? 'lines' : null),
  open: () => ({
    *take(item) {
      const found = memoryOf(item);
      if (found) yield found;
    },
  }),
};

/** Null for what is no memory: the header, the end, entities, records. */
function memoryOf({ where, value }: SourceItem): Finding | null {
  if (!isFields(value)) return { where, skipped: 'is not an object' };
  if (value.kind === undefined && value.zapomni === undefined) return { where, skipped: 'is no line of an export' };
  if (value.kind !== 'memory') return null;
  const memory = fieldsOf(value.memory);
  const [id, text] = [textOf(value.id), textOf(memory.text)];
  if (id === '' || text === '') return { where, skipped: 'is a memory without id or text' };
  if (memory.supersededBy) return { where, skipped: 'was superseded by a later memory' };
  return {
    where,
    draft: {
      text,
      source: textOf(memory.source),
      kind: kindOf(memory.kind),
      tags: textsOf(memory.tags),
      metadata: timed(fieldsOf(memory.metadata), memory.occurredAt ?? memory.createdAt),
      key: textOf(memory.key) || keyOf('zapomni', id),
    },
  };
}

/** The record of a document does not come, and nothing should point to it. */
function timed({ document_id: _document, ...metadata }: Record<string, unknown>, at: unknown): Metadata {
  const isDated = metadata['timestamp'] !== undefined || metadata['date'] !== undefined;
  return metadataOf(isDated ? metadata : { ...metadata, timestamp: timeOf(at) });
}
