/** `note://{+path}`: the note of a paper as it stands in the user's vault. */
import { suggestNotes } from '../suggestions.ts';
import type { ResourceProvider } from './resource-provider.ts';

const SCHEME = 'note://';

export const noteProvider: ResourceProvider = {
  scheme: 'note',
  templates: [
    {
      uriTemplate: 'note://{+path}',
      name: 'note',
      title: 'Note of a paper',
      description: 'A note in the vault, by its path there.',
      mimeType: 'text/markdown',
      complete: { path: suggestNotes },
    },
  ],
  async read(uri, { app, caller, signal }) {
    const text = await app.research.notes.read(decodePath(uri.slice(SCHEME.length)), {
      client: caller.subject,
      signal,
    });
    return text === null ? undefined : { text };
  },
};

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}
