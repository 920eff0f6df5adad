/** Where the files of a model come from: an address, a folder, or an archive of one. */
import { createReadStream, existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ZapomniError } from '@zapomni/core/errors';
import type { Web } from '@zapomni/core/ports';
import { streamFrom } from './stream-from.ts';
import { untar } from './untar.ts';
import type { ModelFile } from './catalogue.ts';

export interface Wanted {
  readonly file: ModelFile;
  /** Bytes that are there already and need not come again. */
  readonly from: number;
  readonly signal: AbortSignal | undefined;
}

/** What comes, and at which byte of the file it begins: a source that cannot go on where another stopped begins anew. */
export interface Coming {
  readonly at: number;
  readonly pieces: AsyncIterable<Uint8Array>;
}

export type ModelSource = (wanted: Wanted) => Promise<Coming>;

/** `base` is an address that the paths of files are put after. */
export function webSource(web: Web, base: string): ModelSource {
  const start = base.endsWith('/') ? base : `${base}/`;
  return (wanted) => streamFrom(web, start + wanted.file.path, wanted);
}

/** A folder that has the files, each at its path or right there; or an archive (tar, or tar packed with gzip) of such a one. */
export function diskSource(place: string): ModelSource {
  if (!existsSync(place)) throw notFound('There is nothing at the path that --from names.');
  return statSync(place).isDirectory() ? folderSource(place) : archiveSource(place);
}

function folderSource(folder: string): ModelSource {
  return async ({ file, from }) => {
    const place = [join(folder, file.path), join(folder, basename(file.path))].find((one) => existsSync(one));
    if (place === undefined) throw notFound(`The folder that --from names has no ${file.path}.`);
    return { at: from, pieces: createReadStream(place, { start: from }) };
  };
}

function archiveSource(archive: string): ModelSource {
  return async ({ file }) => {
    for await (const { name, pieces } of untar(archive)) {
      if (name === file.path || name.endsWith(`/${file.path}`) || basename(name) === basename(file.path)) {
        return { at: 0, pieces };
      }
    }
    throw notFound(`The archive that --from names has no ${file.path}.`);
  };
}

function notFound(message: string): ZapomniError {
  return new ZapomniError('NOT_FOUND', message, {
    hint: 'Name a folder or an archive (.tar, .tar.gz) with the files of the model, or an address that has them.',
  });
}
