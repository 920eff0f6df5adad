/**
 * Counts what the server does and logs each request once, when it is done. Protocol errors and failed tool calls are
 * counted apart; a warning is given when too many of the latest requests fail, and again only after it has been calm.
 */
import { ConnectedClients } from '../connection/connected-clients.ts';
import type { Asker, MetricsObserver, RequestOutcome } from '../metrics/metrics-observer.ts';
import { isObject, METHOD, type JsonObject } from '../protocol/protocol.ts';
import type { Reply, RpcErrorBody } from '../protocol/rpc-error.ts';
import type { ServerLogger } from '../server-logger.ts';

/** The error rate is that of the latest so many requests. */
const WINDOW = 100;
/** Fewer requests than this say nothing about a rate. */
const MIN_SAMPLE = 20;

export interface OpenEntry {
  readonly method: string;
  readonly tool: string | undefined;
  readonly startedAt: number;
  readonly logger: ServerLogger;
  readonly params: JsonObject | undefined;
  readonly asker: Asker;
}

export interface LedgerTotals {
  readonly total_requests: number;
  readonly total_errors: number;
  readonly protocol_errors: number;
  readonly tool_errors: number;
  /** Failed tool calls by the class their report gave. */
  readonly errors_by_class: Readonly<Record<string, number>>;
  readonly average_latency_ms: number;
  /** Errors among the latest 100 requests, 0–1. */
  readonly error_rate: number;
}

export class RequestLedger {
  readonly clients = new ConnectedClients();
  readonly #logger: ServerLogger;
  readonly #warnAt: number;
  readonly #observer: MetricsObserver | undefined;
  #requests = 0;
  #answered = 0;
  #latencyMs = 0;
  #protocolErrors = 0;
  #toolErrors = 0;
  readonly #byClass = new Map<string, number>();
  #latest: boolean[] = [];
  #warned = false;
  #greeted = false;

  constructor(logger: ServerLogger, warnAt: number, observer?: MetricsObserver) {
    this.#logger = logger;
    this.#warnAt = warnAt;
    this.#observer = observer;
  }

  /** Whether a client has been introduced yet. */
  get greeted(): boolean {
    return this.#greeted;
  }

  /** `logger` carries the request's id. */
  begin(method: string, params: JsonObject | undefined, logger: ServerLogger, asker: Asker = {}): OpenEntry {
    this.#requests += 1;
    const shown = method.slice(0, 100);
    const name = method === METHOD.callTool ? params?.['name'] : undefined;
    logger.log('debug', 'request_received', { method: shown });
    const tool = typeof name === 'string' ? name.slice(0, 100) : undefined;
    return { method: shown, tool, startedAt: performance.now(), logger, params, asker };
  }

  finish(entry: OpenEntry, reply: Reply): void {
    const { method, tool, startedAt, logger } = entry;
    const duration = performance.now() - startedAt;
    this.#answered += 1;
    this.#latencyMs += duration;
    const outcome = this.#count(reply, tool, logger);
    if (outcome === 'ok' && (method === METHOD.initialize || method === METHOD.discover)) this.#greeted = true;
    logger.log('info', 'request_processed', {
      method,
      ...(tool === undefined ? {} : { tool }),
      duration_ms: Math.round(duration * 1000) / 1000,
      outcome,
    });
    this.#observe(entry, outcome, reply.result);
    this.#sample(outcome !== 'ok');
  }

  /** The client withdrew the request; it gets no answer and is no error. */
  cancel(entry: OpenEntry): void {
    entry.logger.log('info', 'request_cancelled', { method: entry.method });
    this.#observe(entry, 'cancelled');
  }

  /** An error that belongs to no request: unreadable input, a pipe that broke. */
  fault(): void {
    this.#protocolErrors += 1;
    this.#sample(true);
  }

  totals(): LedgerTotals {
    return {
      total_requests: this.#requests,
      total_errors: this.#protocolErrors + this.#toolErrors,
      protocol_errors: this.#protocolErrors,
      tool_errors: this.#toolErrors,
      errors_by_class: Object.fromEntries(this.#byClass),
      average_latency_ms: this.#answered === 0 ? 0 : this.#latencyMs / this.#answered,
      error_rate: this.#errorRate(),
    };
  }

  #count(reply: Reply, tool: string | undefined, logger: ServerLogger): 'ok' | 'protocol_error' | 'tool_error' {
    if (reply.error) {
      this.#protocolErrors += 1;
      return 'protocol_error';
    }
    if (reply.result['isError'] !== true) return 'ok';
    const { code, errorClass } = failureOf(reply.result);
    this.#toolErrors += 1;
    this.#byClass.set(errorClass, (this.#byClass.get(errorClass) ?? 0) + 1);
    logger.log('warning', 'tool_error', { tool, error: code, class: errorClass });
    return 'tool_error';
  }

  #observe(entry: OpenEntry, outcome: RequestOutcome, result?: JsonObject): void {
    const { method, tool, params, startedAt, asker } = entry;
    const seconds = (performance.now() - startedAt) / 1000;
    this.#observer?.requestDone({ method, tool, params, seconds, outcome, result, ...asker });
  }

  #sample(failed: boolean): void {
    this.#latest.push(failed);
    if (this.#latest.length > WINDOW) this.#latest.shift();
    const rate = this.#errorRate();
    const high = this.#latest.length >= MIN_SAMPLE && rate > this.#warnAt;
    if (high && !this.#warned) {
      this.#logger.log('warning', 'error_rate_high', { error_rate: rate, requests: this.#latest.length });
    }
    this.#warned = high;
  }

  #errorRate(): number {
    if (this.#latest.length === 0) return 0;
    return this.#latest.filter(Boolean).length / this.#latest.length;
  }
}

function failureOf(result: JsonObject): { code: unknown; errorClass: string } {
  const meta = result['_meta'];
  const error = isObject(meta) && isObject(meta['error']) ? meta['error'] : {};
  return { code: error['code'], errorClass: String(error['class'] ?? 'processing') };
}

/** The reply inside a JSON-RPC response. */
export function replyOf(response: { readonly result?: unknown; readonly error?: RpcErrorBody }): Reply {
  return response.error ? { error: response.error } : { result: isObject(response.result) ? response.result : {} };
}
