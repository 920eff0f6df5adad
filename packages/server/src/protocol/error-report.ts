/**
 * What a client is told about a failure: a stable code, words written by us, and whether to try again. The text of an
 * exception never gets here; it goes to the log under the correlation id.
 */
import type { JsonObject } from './protocol.ts';

export interface ReportedIssue {
  /** A path such as `items[3].text`. */
  readonly field: string;
  readonly error: string;
}

export interface ErrorReport {
  /** Stable, e.g. `NOT_FOUND`. */
  readonly code: string;
  /** A sentence that says what was wrong. */
  readonly message: string;
  /** What to do next. */
  readonly hint?: string;
  /** The same call may succeed later. */
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
  /** For counting, e.g. `validation`, `processing`, `database`. */
  readonly class: string;
  readonly issues?: readonly ReportedIssue[];
  /** What may have been meant instead. */
  readonly candidates?: readonly Readonly<Record<string, string | number>>[];
}

/** Given by the embedding program, which knows its own errors. */
export type DescribeError = (error: unknown) => ErrorReport;

export const INTERNAL_REPORT: ErrorReport = {
  code: 'INTERNAL',
  message: 'Processing failed. Check logs.',
  retryable: false,
  class: 'processing',
};

/** Never throws: a `describeError` that fails is itself an internal error. */
export function reportOf(error: unknown, describe: DescribeError): ErrorReport {
  try {
    return describe(error);
  } catch {
    return INTERNAL_REPORT;
  }
}

/** The tool result that carries a failure. Its machine-readable copy is not `structuredContent`: clients hold that
 * against the output schema even when the call failed. */
export function toErrorResult(report: ErrorReport, tool: string, correlationId: string): JsonObject {
  const text = [`${report.code}: ${report.message}`, report.hint ?? ''];
  if (report.code === INTERNAL_REPORT.code) text.push(`[${correlationId}]`);
  return {
    content: [{ type: 'text', text: text.filter((part) => part !== '').join(' ') }],
    isError: true,
    _meta: { error: { ...toErrorData(report, correlationId), tool } },
  };
}

export function toErrorData(report: ErrorReport, correlationId: string): JsonObject {
  const { code, message, hint, retryable, retryAfterMs, issues = [], candidates = [] } = report;
  return {
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
    retryable,
    ...(retryAfterMs === undefined ? {} : { retry_after_ms: retryAfterMs }),
    class: report.class,
    ...(issues.length === 0 ? {} : { issues }),
    ...(candidates.length === 0 ? {} : { candidates }),
    correlation_id: correlationId,
  };
}
