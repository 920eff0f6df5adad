/**
 * Who does what is being done just now. It goes with the flow of calls, so that nothing between the one who begins and the
 * storage that is written to has to hand it on.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Doer {
  readonly cause: 'call' | 'background';
  /** The tool or command that was called, or the kind of work; null where nobody said. */
  readonly by: string | null;
}

const SOMEBODY: Doer = { cause: 'call', by: null };
const doing = new AsyncLocalStorage<Doer>();

export function doneBy<Result>(doer: Doer, work: () => Result): Result {
  return doing.run(doer, work);
}

export function currentDoer(): Doer {
  return doing.getStore() ?? SOMEBODY;
}
