import type { LoadedCommand } from './command-files.ts';

/**
 * packages/cli/src/generated/commands.ts: the specs as plain data, each with an import that is written out, so that the
 * code of a command is loaded when it is called and bundling sees it.
 */
export function renderCommandTable(commands: readonly LoadedCommand[]): string {
  requireDistinct(commands);
  return [
    '// Generated from packages/cli/src/commands by `npm run gen`. Do not edit.',
    "import type { CommandEntry } from '../commands/command.ts';",
    '',
    'export const COMMANDS: readonly CommandEntry[] = [',
    ...commands.map(toRow),
    '];',
    '',
  ].join('\n');
}

function toRow({ group, file, spec }: LoadedCommand): string {
  const { name, summary, usage, options, examples } = spec;
  const facts = JSON.stringify({ name, summary, usage, options, examples }).slice(1, -1);
  return `  {${facts},load:()=>import('../commands/${group}/${file}.ts')},`;
}

function requireDistinct(commands: readonly LoadedCommand[]): void {
  for (const [file, same] of Map.groupBy(commands, (entry) => entry.file)) {
    if (same.length === 1) continue;
    const groups = same.map(({ group }) => group).join(', ');
    throw new Error(`The command ${file} is in several groups: ${groups}. Keep one.`);
  }
}
