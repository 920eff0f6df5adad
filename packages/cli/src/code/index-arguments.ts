/** What is asked of an index on the command line. */
import type { RepositoryOptions } from '@zapomni/core/code';
import { invalidField } from '@zapomni/core/errors';
import type { Arguments, Options } from '../arguments/arguments.ts';

export const INDEX_OPTIONS: Options = {
  languages: {
    type: 'string',
    multiple: true,
    value: 'NAMES',
    about: 'Only these: python,typescript. May be repeated.',
  },
  'include-tests': { type: 'boolean', about: 'Tests too; --no-tests leaves them out again.' },
  'no-tests': { type: 'boolean', about: 'Without tests, as it is unless something else was said.' },
  'max-file-size': { type: 'string', value: 'SIZE', about: 'Larger ones are left out: 500k, 20m; 10m if not said.' },
  exclude: { type: 'string', multiple: true, value: 'PATTERN', about: 'Not these, as in .gitignore: /docs/, *.sql.' },
  'no-recursive': { type: 'boolean', about: 'Not the folders in it.' },
};

/** Only what was said: the rest stays as it was asked for before. */
export function indexOptions(args: Arguments): Partial<RepositoryOptions> {
  const languages = args.texts('languages')?.flatMap((names) => names.split(',').map((name) => name.trim()));
  const size = args.text('max-file-size');
  const exclude = args.texts('exclude');
  return {
    ...(languages ? { languages: languages.filter((name) => name !== '') } : {}),
    ...(args.has('include-tests') ? { include_tests: true } : {}),
    ...(args.has('no-tests') ? { include_tests: false } : {}),
    ...(size === undefined ? {} : { max_file_size: toBytes(size) }),
    ...(exclude ? { exclude } : {}),
    ...(args.has('no-recursive') ? { recursive: false } : {}),
  };
}

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 * 1024 };

function toBytes(text: string): number {
  const found = /^(\d{1,9})\s*([km]?)i?b?$/iu.exec(text.trim());
  if (!found) throw invalidField('--max-file-size', 'must be a size', 'For example: 500k or 20m.');
  return Number(found[1]) * (UNITS[(found[2] ?? '').toLowerCase()] ?? 1);
}
