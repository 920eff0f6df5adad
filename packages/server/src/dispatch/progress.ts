import { isObject, NOTIFICATION, type JsonObject } from '../protocol/protocol.ts';
import type { RequestContext } from './request-context.ts';

export interface ProgressReporter {
  report(done: number, total?: number, message?: string): void;
  /** Nothing is sent after this: the protocol forbids progress for a request that was answered. */
  close(): void;
}

/** Reports to the client when its request carries a progress token, and to nobody otherwise. */
export function createProgressReporter(params: JsonObject, context: RequestContext): ProgressReporter {
  const meta = params['_meta'];
  const progressToken = isObject(meta) ? meta['progressToken'] : undefined;
  let last = progressToken === undefined ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  return {
    report(done, total, message) {
      if (!(done > last)) return;
      last = done;
      context.notify(NOTIFICATION.progress, {
        progressToken,
        progress: done,
        ...(total === undefined ? {} : { total }),
        ...(message === undefined ? {} : { message }),
      });
    },
    close() {
      last = Number.POSITIVE_INFINITY;
    },
  };
}
