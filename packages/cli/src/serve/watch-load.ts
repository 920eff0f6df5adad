/** Shows how busy a server is: what the store takes for each kind of call, and how much waits for its turn. */
import type { McpBaseServer } from '@zapomni/server';
import type { MetricsObserver, ServerMetrics } from '@zapomni/server/metrics';
import type { StorageWatch } from './measure-storage.ts';

export function watchLoad(metrics: ServerMetrics, server: McpBaseServer, watch: StorageWatch): void {
  watch.callDone = metrics.histogram(
    'zapomni_store_seconds',
    'Time of a call to the store, waiting for its turn included.',
    'call',
  );
  metrics.watchQueues(() => ({ tool_calls: server.getStats().waiting_calls, store_calls: watch.underWay }));
}

/** One observer for several. */
export function observers(...all: readonly MetricsObserver[]): MetricsObserver {
  return { requestDone: (request) => all.forEach((one) => one.requestDone(request)) };
}
