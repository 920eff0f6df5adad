/** `file:///{+path}`: the user's files below the folders that the user named. */
import type { FileContent, FileReader } from '@zapomni/core/ports';
import type { ResourceContent } from '@zapomni/server';
import type { Suggest } from '../zapomni-request.ts';
import type { ListedTemplate, ResourceProvider } from './resource-provider.ts';

/** One template for them all: folders may hold millions of files. */
export const FILE_TEMPLATE: ListedTemplate = {
  uriTemplate: 'file:///{+path}',
  name: 'file',
  title: 'File',
  description: 'A file by its absolute path, below one of the folders that may be read. Complete `path` to see them.',
  changes: true,
};

/** The reader gets the address as it came: it trusts no decoding but its own. */
export function fileProvider(files: FileReader, notify: (uri: string) => void): ResourceProvider {
  const tell = oncePerTurn(notify);
  return {
    scheme: 'file',
    templates: [{ ...FILE_TEMPLATE, complete: { path: suggestFolders(files) } }],
    read: async (uri, { caller, signal }) => toContent(await files.read(uri, { client: caller.subject, signal })),
    watch: (uri, { caller, signal }) => files.watch(uri, { client: caller.subject, signal }, () => tell(uri)),
  };
}

/** Every subscription is told of the same change at the same moment, and each telling reaches all subscribers. */
function oncePerTurn(notify: (uri: string) => void): (uri: string) => void {
  const changed = new Set<string>();
  const flush = () => {
    const uris = [...changed];
    changed.clear();
    uris.forEach(notify);
  };
  return (uri) => {
    if (changed.size === 0) queueMicrotask(flush);
    changed.add(uri);
  };
}

function suggestFolders(files: FileReader): Suggest {
  return (typed, _given, { caller }) =>
    files
      .foldersFor(caller.subject)
      .map((folder) => `${folder.replaceAll('\\', '/').replace(/^\//, '')}/`)
      .filter((folder) => folder.startsWith(typed));
}

function toContent({ mimeType, text, data }: FileContent): ResourceContent {
  if (text !== undefined) return { text, mimeType };
  return { blob: Buffer.from(data).toString('base64'), mimeType };
}
