import type { Finding, ImportFormat, SourceItem } from '../import-format.ts';
import {
  fieldsOf,
  idOf,
  isFields,
  jsonOf,
  keyOf,
  kindOf,
  metadataOf,
  textOf,
  textsOf,
  timeOf,
} from '../shapes/values.ts';

export const mcpMemoryService: ImportFormat = {
  name: 'mcp-memory-service',
  needs: 'its database (sqlite_vec.db), or a JSON file that its export wrote',
  comes: 'Each memory with tags, type, metadata and when it was made and changed.',
  lost: 'Vectors, relations between memories, quality and consolidation records, what was deleted there.',
  cutOf: (relative, named) => (named || /\.(?:json|db|sqlite)$/i.test(relative) ? 'elements' : null),
  queries: { memories: 'SELECT * FROM memories' },
  open: () => ({
    *take(item) {
      if (item.part === 'memories' || item.part === '') yield memoryOf(item);
    },
  }),
};

function memoryOf({ where, value }: SourceItem): Finding {
  if (!isFields(value)) return { where, skipped: 'is not an object' };
  const id = idOf(value.content_hash);
  const text = textOf(value.content);
  if (value.deleted_at !== undefined && value.deleted_at !== null) return { where, skipped: 'was deleted there' };
  if (id === '') return { where, skipped: 'has no content_hash' };
  if (text.trim() === '') return { where, skipped: 'has no text' };
  const { created_at_iso, created_at, updated_at_iso, updated_at, memory_type } = value;
  const metadata = {
    ...fieldsOf(jsonOf(value.metadata)),
    memory_type,
    updated_at: timeOf(updated_at_iso ?? updated_at),
  };
  return {
    where,
    draft: {
      text,
      source: 'mcp-memory-service',
      kind: kindOf(memory_type),
      tags: textsOf(jsonOf(value.tags)),
      metadata: metadataOf({ ...metadata, timestamp: timeOf(created_at_iso ?? created_at) }),
      key: keyOf('mcp-memory-service', id),
    },
  };
}
