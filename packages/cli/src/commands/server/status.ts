/** `zapomni status`: whether a server runs for the data folder, and whose workspace this folder is. */
import { createProjects } from '@zapomni/providers/projects';
import { usageError } from '../../arguments/arguments.ts';
import { askServer } from '../../background/ask-door.ts';
import { harmless } from '../../output/harmless.ts';
import { count } from '../../output/in-words.ts';
import { printJson } from '../../output/print-json.ts';
import type { Command, CommandSpec } from '../command.ts';

export const spec: CommandSpec = {
  name: 'status',
  summary: 'Whether a shared server runs for the data folder, and which workspace the current folder has.',
  usage: ['zapomni status'],
  options: {},
  examples: ['zapomni status', 'zapomni status --json'],
};

export const run: Command = async ({ args, settings, terminal }) => {
  if (args.positionals.length > 0) throw usageError('status takes no words, only --data-dir.');
  const dataDir = settings.get('data_dir')?.value ?? '';
  const server = await askServer(dataDir, 'zapomni/status');
  const project = createProjects().find(process.cwd());
  if (args.has('json')) return printJson(terminal, { data_dir: dataDir, server: server ?? null, project });
  terminal.print(`Data     ${harmless(dataDir)}`);
  terminal.print(`Server   ${server ? inWords(server) : 'none is running'}`);
  terminal.print(
    project
      ? `Project  ${project.workspace} (${project.named ? 'named by .zapomni.json in' : 'made of'} ${harmless(project.root)})`
      : 'Project  none: this folder is in no repository and has no .zapomni.json',
  );
};

function inWords(server: Readonly<Record<string, unknown>>): string {
  const idle = Number(server['idle_minutes']);
  const end = server['background'] !== true || idle === 0 ? '' : `; ends after ${count(idle, 'minute')} without one`;
  const port = server['http_port'] === null ? '' : `, HTTP on port ${String(server['http_port'])}`;
  return `${String(server['version'])}, process ${String(server['pid'])}, since ${String(server['started_at'])}, ${count(Number(server['clients']), 'client')}${port}${end}`;
}
