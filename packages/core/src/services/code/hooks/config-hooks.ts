/** Hooks in the configuration, of Git 2.54 and later: several for each event, and no file of anybody is touched. */
import { toBytes } from './hook-file.ts';
import { HOOK_EVENTS, hookBody, type HookProgram } from './script.ts';

/** Git puts `"$@"` after the command, so it has to end with the name of a function. */
export function configLines(program: HookProgram): string[] {
  return HOOK_EVENTS.flatMap((event) => {
    const command = ['tell() {', ...hookBody(event, program), '}', 'tell'].join('\n');
    return [`[hook "zapomni-${event}"]`, `\tevent = ${event}`, `\tcommand = ${quoted(toBytes(command))}`];
  });
}

function quoted(value: string): string {
  const escaped = value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
  return `"${escaped}"`;
}
