/** What a command is: its spec for help and parsing, and its code, which is loaded when it is called. */
import type { App } from '@zapomni/core';
import type { Config } from '@zapomni/core/config';
import type { Logger } from '@zapomni/core/ports';
import type { Arguments, Options } from '../arguments/arguments.ts';
import type { Terminal } from '../output/terminal.ts';
import type { Settings } from '../settings/given-settings.ts';

export interface CommandContext {
  /** The command, as it was typed. */
  readonly name: string;
  readonly args: Arguments;
  readonly settings: Settings;
  /** The settings as they are now: those of a file may have changed since the start. */
  readonly readAgain: () => Settings;
  readonly terminal: Terminal;
  /** Builds the application otherwise than `wireApp` does, for tests. */
  readonly wire?: ((config: Config, logger: Logger) => App) | undefined;
}

/** Resolves with the exit code, or nothing for 0. */
export type Command = (context: CommandContext) => Promise<number | void>;

/**
 * Plain data: `npm run gen` writes the specs of all commands into one table, so that help and parsing load none of their
 * code. A command's file exports its `spec` and its `run`.
 */
export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  readonly usage: readonly string[];
  readonly options: Options;
  readonly examples: readonly string[];
}

/** A row of that table. */
export interface CommandEntry extends CommandSpec {
  load(): Promise<{ readonly run: Command }>;
}
