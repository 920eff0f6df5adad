/** Where a downloaded file goes: below the folder for exports and nowhere else, under a name that every system takes. */
import { invalidField, toZapomniError, ZapomniError } from '../../../errors/index.ts';
import type { Identifier } from '../../../model/papers/index.ts';
import type { Blob } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import type { FoundCopy } from '../lookup/find-copies.ts';

export interface FilePlan {
  /** With a slash at its end, or empty. */
  readonly folder: string;
  readonly name: string | null;
  readonly overwrite: boolean;
}

interface Wish {
  readonly outputDirectory?: string | undefined;
  readonly filename?: string | undefined;
  readonly overwrite: boolean;
}

/** Null where no file is wanted. Asked before anything is fetched. */
export function placeFile(
  { config, exports }: Pick<Deps, 'config' | 'exports'>,
  { outputDirectory, filename, overwrite }: Wish,
): FilePlan | null {
  if (outputDirectory === undefined && filename === undefined) return null;
  const name = filename?.trim();
  if (name !== undefined && (name === '' || /[/\\]/.test(name))) {
    throw invalidField(
      'filename',
      'is no name of a file',
      'Give a plain name such as paper.pdf; output_directory says where.',
    );
  }
  const folder = folderOf(config.export_dir, outputDirectory ?? '');
  const plan = { folder, name: name === undefined ? null : withEnding(name), overwrite };
  mustBeUsable(exports, `${folder}paper.pdf`, 'output_directory');
  if (plan.name !== null) mustBeUsable(exports, plan.name, 'filename');
  return plan;
}

function mustBeUsable(exports: Deps['exports'], name: string, field: string): void {
  try {
    exports.check(name);
  } catch {
    throw invalidField(field, 'cannot be used', 'Use plain names such as papers and paper.pdf: letters, digits, dots.');
  }
}

/** The user may write the whole path of the folder for exports, where it has one. */
function folderOf(exports: string, given: string): string {
  const wanted = given.trim().replaceAll('\\', '/').replace(/\/+$/, '');
  const base = exports.replaceAll('\\', '/').replace(/\/+$/, '');
  const inside = wanted === base ? '' : wanted.startsWith(`${base}/`) ? wanted.slice(base.length + 1) : wanted;
  if (/^(?:\/|[a-z]:|~)/i.test(inside)) {
    throw invalidField(
      'output_directory',
      'is not below the folder for exports',
      'Files are written below the folder that ZAPOMNI_EXPORT_DIR names; give a folder in it, or leave output_directory out.',
    );
  }
  return inside === '' || inside === '.' ? '' : `${inside}/`;
}

function withEnding(name: string): string {
  return /\.pdf$/i.test(name) ? name : `${name}.pdf`;
}

interface Written {
  readonly blob: Blob;
  readonly copy: FoundCopy;
  readonly identifiers: readonly Identifier[];
  readonly signal?: AbortSignal | undefined;
}

export async function writeFile(
  deps: Pick<Deps, 'exports' | 'blobs'>,
  plan: FilePlan,
  written: Written,
): Promise<string> {
  const { blob, signal } = written;
  const name = `${plan.folder}${plan.name ?? nameFor(written)}`;
  const wanted = signal ? { signal } : {};
  try {
    const pieces = deps.blobs.read(blob.hash, wanted);
    return (await deps.exports.write(name, pieces, { overwrite: plan.overwrite, ...wanted })).path;
  } catch (error) {
    throw inOurWords(error);
  }
}

const LONGEST_NAME = 100;

/** After the paper where it is known, else after the address; letters, digits and dots alone. */
function nameFor({ identifiers, copy, blob }: Written): string {
  const fromUrl = new URL(copy.url).pathname
    .split('/')
    .at(-1)
    ?.replace(/\.pdf$/i, '');
  const wanted = identifiers[0]?.value ?? fromUrl ?? '';
  const plain = wanted
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/gu, '')
    .slice(0, LONGEST_NAME)
    .normalize('NFC');
  return `${plain === '' ? blob.hash.slice(0, 16) : plain}.pdf`;
}

/** The port speaks of one name; here there are two arguments. */
function inOurWords(error: unknown): unknown {
  const { code } = toZapomniError(error);
  if (code === 'CONFLICT') {
    const hint = 'Give another filename, or overwrite: true. The file itself is kept in the store already.';
    return new ZapomniError('CONFLICT', 'filename: there is such a file already.', {
      hint,
      issues: [{ field: 'filename', error: 'exists' }],
    });
  }
  if (code === 'NOT_FOUND')
    return invalidField(
      'output_directory',
      'does not exist below the folder for exports',
      'Make it first, or leave it out.',
    );
  if (code === 'INVALID_INPUT')
    return invalidField(
      'filename',
      'or output_directory is no name that can be used',
      'Use plain names such as papers and paper.pdf.',
    );
  return error;
}
