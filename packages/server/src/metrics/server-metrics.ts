/**
 * What the server measures, in the form that Prometheus reads. Every label comes from a fixed set, whatever clients send:
 * a name nobody knows is counted as `other` or not at all, so that it can neither fill the memory nor the page.
 */
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { METHOD } from '../protocol/protocol.ts';
import type { FinishedRequest, MetricsObserver } from './metrics-observer.ts';
import { addGauge, addLabelledGauge, assertNew, type ReadNumber, type ReadNumbers } from './pluggable-gauge.ts';

export interface ServerMetricsOptions {
  /** Whether there is a tool of that name. */
  readonly isTool: (name: string) => boolean;
  /** Paths that are counted by name. */
  readonly routes?: readonly string[] | undefined;
  /** CPU, memory, event loop and garbage collection of the process as well (off). */
  readonly processMetrics?: boolean | undefined;
  /** How long a gauge may take to tell its number (2000 ms). */
  readonly gaugePatienceMs?: number | undefined;
}

export interface FinishedHttpRequest {
  /** The path, without the query. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export interface ServerMetrics extends MetricsObserver {
  httpRequestDone(request: FinishedHttpRequest): void;
  /** Sessions by state, e.g. `{ active: 3, opened: 10, closed: 7 }`. */
  watchSessions(read: ReadNumbers): void;
  /** Waiting items by queue. */
  watchQueues(read: ReadNumbers): void;
  /** Any other number. Throws a ServerError when the name is taken. */
  gauge(name: string, help: string, read: ReadNumber): void;
  /** Times of something else, told apart by one label from a fixed set. Throws a ServerError when the name is taken. */
  histogram(name: string, help: string, label: string): (value: string, seconds: number) => void;
  render(): Promise<{ readonly contentType: string; readonly body: string }>;
}

const DEFAULT_ROUTES = ['/', '/mcp', '/sse', '/messages', '/health', '/ready', '/info', '/metrics'];
const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const METHODS: ReadonlySet<string> = new Set(Object.values(METHOD));
const OTHER = 'other';
const SESSIONS = { name: 'mcp_sessions', help: 'Sessions by state.', label: 'state' };
const QUEUES = { name: 'mcp_queue_size', help: 'Items waiting, by queue.', label: 'queue' };

export function createServerMetrics(options: ServerMetricsOptions): ServerMetrics {
  const registry = new Registry();
  const patienceMs = options.gaugePatienceMs ?? 2000;
  if (options.processMetrics === true) collectDefaultMetrics({ register: registry });
  return {
    requestDone: createRequestMetrics(registry, options),
    httpRequestDone: createHttpMetrics(registry, options),
    watchSessions: (read) => addLabelledGauge(registry, { ...SESSIONS, patienceMs }, read),
    watchQueues: (read) => addLabelledGauge(registry, { ...QUEUES, patienceMs }, read),
    gauge: (name, help, read) => addGauge(registry, { name, help, patienceMs }, read),
    histogram: (name, help, label) => {
      assertNew(registry, name);
      const times = new Histogram({ name, help, labelNames: [label], buckets: SECONDS, registers: [registry] });
      return (value, seconds) => times.observe({ [label]: value }, seconds);
    },
    render: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}

function createRequestMetrics(registry: Registry, { isTool }: ServerMetricsOptions): MetricsObserver['requestDone'] {
  const registers = [registry];
  const requests = new Histogram({
    name: 'mcp_request_seconds',
    help: 'Time from the arrival of an MCP request to its answer.',
    labelNames: ['method', 'outcome'],
    buckets: SECONDS,
    registers,
  });
  const tools = { labelNames: ['tool', 'outcome'], registers };
  const executions = new Counter({ name: 'tool_executions_total', help: 'Tool calls.', ...tools });
  const durations = new Histogram({
    name: 'tool_execution_seconds',
    help: 'Time from the arrival of a tool call to its answer, waiting for its turn included.',
    buckets: SECONDS,
    ...tools,
  });
  return ({ method, tool, seconds, outcome }: FinishedRequest) => {
    requests.observe({ method: METHODS.has(method) ? method : OTHER, outcome }, seconds);
    if (tool === undefined || !isTool(tool)) return;
    executions.inc({ tool, outcome });
    durations.observe({ tool, outcome }, seconds);
  };
}

function createHttpMetrics(registry: Registry, options: ServerMetricsOptions): ServerMetrics['httpRequestDone'] {
  const routes = new Set(options.routes ?? DEFAULT_ROUTES);
  const labelNames = ['route', 'status'];
  const registers = [registry];
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'HTTP requests by route and status.',
    labelNames,
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_seconds',
    help: 'Time from the arrival of an HTTP request to the end of its answer, streams included.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers,
  });
  return ({ route: path, status, seconds }) => {
    const route = routes.has(path) ? path : OTHER;
    requests.inc({ route, status: Number.isInteger(status) && status >= 100 && status <= 599 ? status : OTHER });
    durations.observe({ route }, seconds);
  };
}
