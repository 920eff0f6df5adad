/** What rows of the table have in common. */
import type { EntryPath } from '../edit/config-text.ts';
import { SERVER_NAME, type Client, type RulesFile } from './client.ts';
import { asHttp, asUrl, standard } from './entries.ts';
import { home, joined, support, type Place } from './place.ts';

const RESTART = 'Start it again.';
export const ASKS = 'It shows a switch for the new server.';

/** Keys above our entry. */
export const under = (...path: string[]): (() => EntryPath) => {
  const full = [...path, SERVER_NAME];
  return () => full;
};

type Usual = 'projectFile' | 'format' | 'key' | 'entry' | 'afterwards';

/** As most have it: JSON with comments, `mcpServers`, an address under `url`, read when it starts. */
export function client(facts: Omit<Client, Usual> & Partial<Pick<Client, Usual>>): Client {
  return {
    projectFile: () => null,
    format: 'jsonc',
    key: under('mcpServers'),
    entry: standard(asUrl),
    afterwards: RESTART,
    ...facts,
  };
}

/** One file in a folder of the home. */
export function inHome(
  folder: string,
  file: string,
  project: string | null = null,
): Pick<Client, 'folders' | 'userFile' | 'projectFile'> {
  return {
    folders: (place) => [home(place, folder)],
    userFile: (place) => home(place, folder, ...file.split('/')),
    projectFile: (place) => (project === null ? null : inProject(place, project)),
  };
}

export const inProject = (place: Place, file: string): string => joined(place, place.project, ...file.split('/'));

/** A part of a file that the user has too. */
export const blockIn =
  (...path: string[]) =>
  (place: Place): RulesFile => ({ file: home(place, ...path), kind: 'block' });

/** The one that is there, else the first. */
export function eitherOf(place: Place, files: readonly [string, ...string[]]): string {
  return files.find((file) => place.exists(file)) ?? files[0];
}

/** VS Code and those made from it. */
export function codeLike(id: string, title: string, folder: string): Client {
  return client({
    id,
    title,
    folders: (place) => [support(place, folder, 'User')],
    userFile: (place) => support(place, folder, 'User', 'mcp.json'),
    projectFile: (place) => (id === 'vscode' ? inProject(place, '.vscode/mcp.json') : null),
    key: under('servers'),
    entry: standard(asHttp, { type: 'stdio' }),
    afterwards: ASKS,
    rules: (place) => ({
      file: support(place, folder, 'User', 'prompts', 'zapomni.instructions.md'),
      kind: 'own',
      head: '---\napplyTo: "**"\n---\n',
    }),
  });
}

/** An extension of VS Code that keeps a list of its own. */
export function codeExtension(
  facts: Pick<Client, 'id' | 'title'> & Partial<Client>,
  extension: string,
  file: string,
): Client {
  const folder = (place: Place) => support(place, 'Code', 'User', 'globalStorage', extension);
  return client({
    folders: (place) => [folder(place)],
    userFile: (place) => joined(place, folder(place), 'settings', file),
    afterwards: ASKS,
    ...facts,
  });
}
