import type { ImportFormat } from '../import-format.ts';
import { readMapped } from '../shapes/mapped.ts';

export const jsonl: ImportFormat = {
  name: 'jsonl',
  needs:
    'a file with one JSON object a line, and `--map text=FIELD,timestamp=FIELD` where they differ from text, timestamp, tags, source, kind, title, key',
  comes: 'Each line as one memory; fields that are not mapped as metadata.',
  lost: 'Nothing of a line that has a text. Without a `key` field a line that was changed comes as another memory.',
  mapped: true,
  cutOf: (relative, named) => (named || /\.(?:jsonl|ndjson)$/i.test(relative) ? 'lines' : null),
  open: (file, options) => readMapped('jsonl', file, options),
};
