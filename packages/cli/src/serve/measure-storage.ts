/** A storage whose every call is timed, and which knows how many are under way. What it answers stays as it is. */
import type { Storage } from '@zapomni/core/ports';

export interface StorageWatch {
  /** Told of each call that has ended, well or not; `call` is one of a fixed set, such as `vectors.nearest` or `version`. */
  callDone: (call: string, seconds: number) => void;
  /** Calls that have begun and not ended. */
  underWay: number;
}

type Call = (...args: never[]) => Promise<unknown>;
type Port = Readonly<Record<string, Call>>;

/** All that there is but closing, so that a port that comes later is not forgotten. */
export function measureStorage(storage: Storage, watch: StorageWatch): Storage {
  const { close, ...parts } = storage;
  const measured = Object.entries(parts).map(([name, part]) => [
    name,
    typeof part === 'function' ? measureCall(name, part, watch) : measurePort(name, part as unknown as Port, watch),
  ]);
  return { ...(Object.fromEntries(measured) as Omit<Storage, 'close'>), close };
}

function measurePort(name: string, port: Port, watch: StorageWatch): Port {
  const calls = Object.entries(port).map(([method, call]) => [method, measureCall(`${name}.${method}`, call, watch)]);
  return Object.fromEntries(calls) as Port;
}

function measureCall(name: string, call: Call, watch: StorageWatch): Call {
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
