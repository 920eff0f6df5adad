import { ERROR_POLICIES, type ErrorCode, type ErrorPolicy } from './codes.ts';

/** One thing wrong with one input field; `field` is a path such as `items[3].text`. */
export interface FieldIssue {
  readonly field: string;
  readonly error: string;
}

/** Something that the caller may have meant instead: what names it, what it is, and why it is offered. */
export type Candidate = Readonly<Record<string, string | number>>;

export interface ErrorDetails {
  /** What the reader should do next; the code's general advice when absent. */
  readonly hint?: string;
  readonly issues?: readonly FieldIssue[];
  readonly candidates?: readonly Candidate[];
  readonly retryAfterMs?: number;
  /** The engine's or library's own error. It goes to the log and never to a client. */
  readonly cause?: unknown;
}

/**
 * The only error that crosses a package's edge on purpose. `message` and `hint` are written by us for a reader who can
 * act on them; they never contain text from documents, engines, hosts, paths or secrets.
 */
export class ZapomniError extends Error {
  override readonly name = 'ZapomniError';
  readonly code: ErrorCode;
  readonly hint: string;
  readonly issues: readonly FieldIssue[];
  readonly candidates: readonly Candidate[];
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.hint = details.hint ?? ERROR_POLICIES[code].advice;
    this.issues = details.issues ?? [];
    this.candidates = details.candidates ?? [];
    this.retryAfterMs = details.retryAfterMs;
  }

  get policy(): ErrorPolicy {
    return ERROR_POLICIES[this.code];
  }
}

/** Turns anything thrown into a ZapomniError; what we did not foresee becomes INTERNAL with the original as cause. */
export function toZapomniError(error: unknown): ZapomniError {
  if (error instanceof ZapomniError) return error;
  if (error instanceof Error && error.name === 'AbortError') {
    return new ZapomniError('CANCELLED', 'The request was cancelled.', { cause: error });
  }
  return new ZapomniError('INTERNAL', 'Processing failed. Check logs.', { cause: error });
}

/** An input error about one field. */
export function invalidField(field: string, error: string, hint?: string): ZapomniError {
  // The hint follows as a sentence of its own.
  return new ZapomniError('INVALID_INPUT', `${field}: ${error}${/[.!?]$/u.test(error) ? '' : '.'}`, {
    issues: [{ field, error }],
    ...(hint ? { hint } : {}),
  });
}

/** What is wrong with a thing, said of the field that named it; an error that names a field already, or is nobody's fault who asks, as it is. */
export function aboutField(error: unknown, field: string): unknown {
  if (!(error instanceof ZapomniError) || error.issues.length > 0 || error.policy.fault !== 'caller') return error;
  const { code, message, hint, cause } = error;
  return new ZapomniError(code, `${field}: ${message}`, { hint, issues: [{ field, error: message }], cause });
}

/** What was wrong, without the name of a field: what it is about stands beside it. */
export function messageAlone(error: unknown): string {
  const { message, issues } = toZapomniError(error);
  const field = issues.find((issue) => message.startsWith(`${issue.field}: `))?.field;
  return field === undefined ? message : message.slice(field.length + 2);
}

/** What a service calls a field → what its caller calls it. */
export type FieldNames = Readonly<Record<string, string>>;

/** The same error in the words of a caller who knows some fields by other names, `items[0]` with `items`; any other error as it is. */
export function underNames(error: unknown, names: FieldNames): unknown {
  if (!(error instanceof ZapomniError)) return error;
  const told = namesToldOf(error, names);
  return retold(error, {
    field: (field) => fieldIn(field, names),
    // A sentence that is about a field begins with its name.
    sentence: (text) => text.replaceAll(/(?<=^|[.:] )[a-z_]+(?:\[\d+\])?(?=[:.[ ])/g, (word) => fieldIn(word, told)),
  });
}

/** The name of an argument, a tool or a variable. */
const NAME = /\b(?:[a-z]+(?:_[a-z]+)+|[A-Z]+(?:_[A-Z]+)+)\b/g;

/** The same error with other words for what can be nothing but a name, wherever it stands: `search_query`, the name of a tool. */
export function withWords(error: unknown, words: FieldNames): unknown {
  if (!(error instanceof ZapomniError)) return error;
  const sentence = (text: string): string => text.replaceAll(NAME, (word) => fieldIn(word, words));
  return retold(error, { field: (field) => fieldIn(field, words), sentence, hint: sentence });
}

interface Telling {
  field(field: string): string;
  sentence(text: string): string;
  hint?(text: string): string;
}

function retold(error: ZapomniError, { field, sentence, hint = (text) => text }: Telling): ZapomniError {
  const { code, issues, candidates, retryAfterMs, cause } = error;
  return new ZapomniError(code, sentence(error.message), {
    hint: hint(error.hint),
    issues: issues.map((issue) => ({ field: field(issue.field), error: sentence(issue.error) })),
    candidates,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    cause,
  });
}

/** The names of those fields that the error is about: the same word elsewhere is a word. */
function namesToldOf({ message, issues }: ZapomniError, names: FieldNames): FieldNames {
  const fields = [...issues.map(({ field }) => field), /^([a-z_]+):/.exec(message)?.[1] ?? ''];
  const roots = new Set(fields.map(rootOf));
  return Object.fromEntries(Object.entries(names).filter(([name]) => roots.has(rootOf(name))));
}

/** An item of a list may have a name of its own. */
function fieldIn(field: string, names: FieldNames): string {
  const item = /^[^.[]+\[\d+\]/.exec(field)?.[0] ?? '';
  const root = Object.hasOwn(names, item) ? item : rootOf(field);
  return Object.hasOwn(names, root) ? `${names[root] ?? root}${field.slice(root.length)}` : field;
}

function rootOf(field: string): string {
  return /^[^.[]*/.exec(field)?.[0] ?? field;
}
