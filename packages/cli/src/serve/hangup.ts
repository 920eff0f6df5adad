/**
 * SIGHUP, by old custom: to a service, read your settings again; to a program in a terminal, the terminal is gone. So it is
 * caught only where there is no terminal, and from the first moment on, because uncaught it ends the process.
 */
import type { Terminal } from '../output/terminal.ts';

export interface Hangup {
  /** What to do about it; nothing until there is something that can be read again. */
  listener: (() => void) | undefined;
}

export function catchHangup({ stdin }: Pick<Terminal, 'stdin'>): Hangup {
  const hangup: Hangup = { listener: undefined };
  if (!stdin.isTTY) process.on('SIGHUP', () => hangup.listener?.());
  return hangup;
}
