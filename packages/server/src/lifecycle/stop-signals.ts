/** Where stop signals come from: the process, or a test. */
export interface SignalSource {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  off(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Calls `onStop` for each stop signal until the returned function is called. */
export function listenForStop(source: SignalSource, onStop: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of STOP_SIGNALS) source.on(signal, onStop);
  return () => {
    for (const signal of STOP_SIGNALS) source.off(signal, onStop);
  };
}
