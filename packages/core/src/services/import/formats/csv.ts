import type { ImportFormat } from '../import-format.ts';
import { readMapped } from '../shapes/mapped.ts';

export const csv: ImportFormat = {
  name: 'csv',
  needs:
    'a file of CSV or TSV with a line of column names, and `--map text=COLUMN,timestamp=COLUMN` where they differ from text, timestamp, tags, source, kind, title, key',
  comes: 'Each row as one memory; columns that are not mapped as metadata.',
  lost: 'Nothing of a row that has a text. Without a `key` column a row that was changed comes as another memory.',
  mapped: true,
  cutOf: (relative, named) => (named || /\.(?:csv|tsv)$/i.test(relative) ? 'csv' : null),
  open: (file, options) => readMapped('csv', file, options),
};
