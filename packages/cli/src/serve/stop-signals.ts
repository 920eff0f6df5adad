/** SIGINT and SIGTERM from the first moment on: the server that acts on them takes longer to load than a signal to come. */
import type { SignalSource } from '@zapomni/server';

const FORCED = 130;
const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** A signal that came before anyone listened is told to the first who does. A second SIGINT ends the process at once. */
export function catchStopSignals(): SignalSource {
  const listeners = new Map<NodeJS.Signals, Set<(signal: NodeJS.Signals) => void>>();
  const came = new Set<NodeJS.Signals>();
  const take = (signal: NodeJS.Signals): void => {
    if (signal === 'SIGINT' && came.has(signal)) process.exit(FORCED);
    came.add(signal);
    for (const listener of listeners.get(signal) ?? []) listener(signal);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, take);
  return {
    on(signal, listener) {
      listeners.set(signal, (listeners.get(signal) ?? new Set()).add(listener));
      if (came.has(signal)) listener(signal);
    },
    off: (signal, listener) => listeners.get(signal)?.delete(listener),
  };
}
