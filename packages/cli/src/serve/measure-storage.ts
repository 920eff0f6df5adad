/** A storage whose every call is timed, and which knows how many are under way. What it answers stays as it is. */
import type { Storage } from '@zapomni/core/ports';

export interface StorageWatch {
  /** Told of each call that has ended, well or not; `call` is one of a fixed set, such as `vectors.nearest`. */
  callDone: (call: string, seconds: number) => void;
  /** Calls that have begun and not ended. */
  underWay: number;
}

type Port = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

export function measureStorage(storage: Storage, watch: StorageWatch): Storage {
  const measured = <T extends object>(name: string, port: T): T => measurePort(name, port as Port, watch) as T;
  return {
    ...storage,
    memories: measured('memories', storage.memories),
    workspaces: measured('workspaces', storage.workspaces),
    texts: measured('texts', storage.texts),
    vectors: measured('vectors', storage.vectors),
    queue: measured('queue', storage.queue),
    readings: measured('readings', storage.readings),
    graph: measured('graph', storage.graph),
    times: measured('times', storage.times),
    changes: measured('changes', storage.changes),
    settings: measured('settings', storage.settings),
    transfer: measured('transfer', storage.transfer),
  };
}

function measurePort(name: string, port: Port, watch: StorageWatch): Port {
  const calls = Object.entries(port).map(([method, call]) => [method, measureCall(`${name}.${method}`, call, watch)]);
  return Object.fromEntries(calls) as Port;
}

function measureCall(name: string, call: Port[string], watch: StorageWatch): Port[string] {
  return async (...args) => {
    const begun = performance.now();
    watch.underWay += 1;
    try {
      return await call(...args);
    } finally {
      watch.underWay -= 1;
      watch.callDone(name, (performance.now() - begun) / 1000);
    }
  };
}
