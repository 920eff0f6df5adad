/** The commands as they lie in the folders of packages/cli: a folder is a group, a file is a command. */
import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CommandSpec } from '../../packages/cli/src/commands/command.ts';

export const COMMANDS_FOLDER = 'packages/cli/src/commands';
/** Help shows the groups in this order, those that are not named here after them. */
const FIRST = ['memory', 'graph', 'time', 'workspaces', 'store', 'models', 'server'];

export interface CommandFile {
  readonly group: string;
  /** Named as its command, without the ending. */
  readonly file: string;
}

export interface LoadedCommand extends CommandFile {
  readonly spec: CommandSpec;
}

export function findCommandFiles(root: string): CommandFile[] {
  return globSync('*/*.ts', { cwd: path.join(root, COMMANDS_FOLDER) })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => ({ group: path.dirname(file), file: path.basename(file, '.ts') }))
    .toSorted((a, b) => rank(a) - rank(b) || (`${a.group}/${a.file}` < `${b.group}/${b.file}` ? -1 : 1));
}

function rank({ group }: CommandFile): number {
  const place = FIRST.indexOf(group);
  return place === -1 ? FIRST.length : place;
}

/** Loads every command; fails for a file whose name and command do not match. */
export async function loadCommands(root: string): Promise<LoadedCommand[]> {
  return Promise.all(findCommandFiles(root).map((entry) => loadCommand(root, entry)));
}

async function loadCommand(root: string, { group, file }: CommandFile): Promise<LoadedCommand> {
  const source = `${COMMANDS_FOLDER}/${group}/${file}.ts`;
  const { spec, run } = (await import(pathToFileURL(path.join(root, source)).href)) as {
    spec?: CommandSpec;
    run?: unknown;
  };
  if (!spec || typeof run !== 'function') {
    throw new Error(`${source} must export the spec and the run of a command; what commands share goes elsewhere.`);
  }
  if (spec.name !== file) throw new Error(`${source} holds the command ${spec.name}; name the file ${spec.name}.ts.`);
  return { group, file, spec };
}
