/** Rows of any program's making: `--map text=content,timestamp=created` says what is what. */
import { hash } from 'node:crypto';
import { invalidField } from '../../../errors/index.ts';
import type { Finding, ImportOptions, SourceFile, SourceItem, SourceReader } from '../import-format.ts';
import { idOf, isFields, keyOf, kindOf, metadataOf, textOf, textsOf, timeOf, type Fields } from './values.ts';

const FIELDS = ['text', 'timestamp', 'tags', 'source', 'kind', 'title', 'key'] as const;
type Field = (typeof FIELDS)[number];

/** `text=content,timestamp=created`. Fields that are not named are columns of their own name. */
export function parseMap(given: string | undefined): Map<string, string> {
  const map = new Map<string, string>();
  for (const pair of (given ?? '').split(',').filter((part) => part.trim() !== '')) {
    const [field = '', column = ''] = pair.split(/=(.*)/s).map((part) => part.trim());
    if (column === '' || !FIELDS.some((known) => known === field))
      throw invalidField('--map', 'takes FIELD=COLUMN, parted by commas', `Fields: ${FIELDS.join(', ')}.`);
    map.set(field, column);
  }
  return map;
}

export function readMapped(format: string, file: SourceFile, { map }: ImportOptions): SourceReader {
  const columns = Object.fromEntries(FIELDS.map((field) => [field, map.get(field) ?? field])) as Record<Field, string>;
  return {
    *take(item) {
      yield rowOf(format, file, columns, item);
    },
  };
}

function rowOf(
  format: string,
  file: SourceFile,
  columns: Record<Field, string>,
  { where, value }: SourceItem,
): Finding {
  if (!isFields(value)) return { where, skipped: 'is not an object' };
  if (!Object.hasOwn(value, columns.text)) return { where, skipped: `has no '${columns.text}', the text` };
  const text = textOf(value[columns.text]);
  if (text.trim() === '') return { where, skipped: `has nothing in '${columns.text}', the text` };
  const { metadata, ...others } = restOf(value, columns);
  const key = idOf(value[columns.key]) || hash('sha256', JSON.stringify(value));
  return {
    where,
    draft: {
      text,
      source: textOf(value[columns.source]) || file.path,
      kind: kindOf(value[columns.kind]),
      tags: textsOf(value[columns.tags]),
      metadata: metadataOf({
        ...(isFields(metadata) ? metadata : { metadata }),
        ...others,
        title: value[columns.title],
        timestamp: timeOf(value[columns.timestamp]),
      }),
      key: keyOf(format, key),
    },
  };
}

/** Columns that mean nothing to a memory are kept in its metadata. */
function restOf(row: Fields, columns: Record<Field, string>): Fields {
  const taken = new Set(Object.values(columns));
  return Object.fromEntries(Object.entries(row).filter(([name]) => !taken.has(name)));
}
