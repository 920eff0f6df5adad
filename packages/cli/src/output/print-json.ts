import type { Terminal } from './terminal.ts';

/** The result of a command for machines: one JSON value, in the words of the MCP tools. */
export function printJson(terminal: Pick<Terminal, 'print'>, value: unknown): void {
  terminal.print(JSON.stringify(value, null, 2));
}
