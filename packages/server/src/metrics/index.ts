/** The door to the numbers of a running server, for Prometheus. */
export {
  createServerMetrics,
  type FinishedHttpRequest,
  type ServerMetrics,
  type ServerMetricsOptions,
} from './server-metrics.ts';
export type { FinishedRequest, MetricsObserver, RequestOutcome } from './metrics-observer.ts';
export type { ReadNumber, ReadNumbers } from './pluggable-gauge.ts';
