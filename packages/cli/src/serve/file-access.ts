/** Which files clients may read, changed while the server runs. */
import type { Config } from '@zapomni/core/config';
import type { FileReader, Logger } from '@zapomni/core/ports';
import { wireFileReader, wireFiles } from '../wire/wire.ts';
import type { Reloadable } from './reload.ts';

export interface FileAccess extends Reloadable {
  /** Asks whichever reader is in force; undefined when no folder was named at the start. */
  readonly files: FileReader | undefined;
}

/** A server that started without folders offers no files, and clients were told so: naming one then needs a restart. */
export function openFileAccess(config: Config, logger: Logger): FileAccess {
  const first = wireFiles(config, logger);
  if (first === undefined) return { files: undefined, names: [], prepare: async () => () => [] };
  let reader = first;
  const files: FileReader = {
    foldersFor: (client) => reader.foldersFor(client),
    read: (uri, request) => reader.read(uri, request),
    watch: (uri, request, onChange) => reader.watch(uri, request, onChange),
  };
  return {
    files,
    names: ['file_roots', 'file_grants', 'max_file_bytes', 'file_reads_per_minute'],
    async prepare(next) {
      const made = wireFileReader({ ...next, data_dir: config.data_dir }, logger);
      return () => {
        reader = made;
        return [];
      };
    },
  };
}
