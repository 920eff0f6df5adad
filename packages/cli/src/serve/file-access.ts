/** Which files may be read, changed while the server runs. */
import type { Config } from '@zapomni/core/config';
import type { Files, Logger } from '@zapomni/core/ports';
import { wireFiles, wireLocalFiles } from '../wire/wire.ts';
import type { Reloadable } from './reload.ts';

export interface FileAccess extends Reloadable {
  /** What clients ask; undefined when no folder was named at the start. */
  readonly files: Files | undefined;
  /** The same for work that the user ordered. */
  readonly filesForUser: Files | undefined;
}

/** A server that started without folders offers no files, and clients were told so: naming one then needs a restart. */
export function openFileAccess(config: Config, logger: Logger): FileAccess {
  const first = wireFiles(config, logger);
  if (first === undefined) {
    return { files: undefined, filesForUser: undefined, names: [], prepare: async () => () => [] };
  }
  let inForce = first;
  return {
    files: following(() => inForce.forClients),
    filesForUser: following(() => inForce.forUser),
    names: ['file_roots', 'file_grants', 'max_file_bytes', 'file_reads_per_minute'],
    async prepare(next) {
      const made = wireLocalFiles({ ...next, data_dir: config.data_dir }, logger);
      return () => {
        inForce = made;
        return [];
      };
    },
  };
}

/** Asks whichever is in force. A walk or a watch that has begun goes on with what was. */
function following(current: () => Files): Files {
  return {
    foldersFor: (client) => current().foldersFor(client),
    read: (uri, request) => current().read(uri, request),
    watch: (uri, request, onChange) => current().watch(uri, request, onChange),
    stat: (place, request) => current().stat(place, request),
    bytes: (place, request) => current().bytes(place, request),
    walk: (folder, request) => current().walk(folder, request),
    watchFolder: (folder, request, onChange) => current().watchFolder(folder, request, onChange),
  };
}
