/**
 * From the server's words to ours. What it said, where it stands and who we are to it stay in `cause`, which only the log
 * sees.
 */
import { ZapomniError, type ErrorCode, type ErrorDetails } from '@zapomni/core/errors';
import { LinkError } from './wire/link-error.ts';
import { RestingError } from './wire/node.ts';
import { CrowdedError } from './wire/pool.ts';
import { ServerError } from './wire/reply-parser.ts';

type Verdict = readonly [code: ErrorCode, message: string, hint?: string];

const SETTING = 'Check the setting `store` (ZAPOMNI_STORE) and run `zapomni doctor`.';

/** By the first word of the refusal. */
const BY_CODE: Readonly<Record<string, Verdict>> = {
  OOM: [
    'STORE_FULL',
    'The memory of the database server is full; nothing was changed.',
    'Raise its `maxmemory`, or remove something; what is stored can still be found.',
  ],
  MISCONF: ['STORE_UNAVAILABLE', 'The database server cannot write to its disk and takes no changes.'],
  LOADING: ['STORE_UNAVAILABLE', 'The database server is still loading its data.'],
  READONLY: ['STORE_UNAVAILABLE', 'The database server that answers is a replica and takes no changes just now.'],
  MASTERDOWN: ['STORE_UNAVAILABLE', 'The primary of the database is down.'],
  CLUSTERDOWN: ['STORE_UNAVAILABLE', 'The database cluster is incomplete just now.'],
  MOVED: ['STORE_UNAVAILABLE', 'The database cluster is moving its data just now.'],
  ASK: ['STORE_UNAVAILABLE', 'The database cluster is moving its data just now.'],
  TRYAGAIN: ['STORE_UNAVAILABLE', 'The database cluster is moving its data just now.'],
  BUSY: ['STORE_BUSY', 'The database server is busy with a script.'],
  NOAUTH: ['STORE_UNAVAILABLE', 'The database server wants a password.', SETTING],
  WRONGPASS: ['STORE_UNAVAILABLE', 'The database server refuses the name or the password.', SETTING],
  NOPERM: ['STORE_UNAVAILABLE', 'The database user may not do what is needed.', SETTING],
};

/** By what else the refusal holds. */
const BY_TEXT: readonly (readonly [RegExp, Verdict])[] = [
  [
    /unknown command.*GRAPH\./i,
    ['STORE_UNAVAILABLE', 'The database server has no FalkorDB module.', 'Use a FalkorDB server, or load its module.'],
  ],
  [/without any password configured/i, ['STORE_UNAVAILABLE', 'The database server has no such user.', SETTING]],
  [/timed out/i, ['TIMEOUT', 'The query took longer than its time limit.']],
  [/mem(ory)? consumption exceeded/i, ['TOO_LARGE', 'The query needs more memory than the server allows.']],
];

const UNFORESEEN: Verdict = ['INTERNAL', 'The store failed in a way that was not foreseen.'];

const LOST = {
  before: 'The database cannot be reached.',
  after: 'The connection to the database broke before it answered; a change may or may not have been made.',
  late: 'The database did not answer in time; a change may or may not have been made.',
} as const;

/** Any failure on the way to the data as a ZapomniError; errors of our own pass unchanged. */
export function toStoreError(error: unknown): ZapomniError {
  if (error instanceof ZapomniError) return error;
  if (error instanceof LinkError) return fail(['STORE_UNAVAILABLE', LOST[error.stage]], { cause: error });
  if (error instanceof RestingError) {
    return fail(['STORE_UNAVAILABLE', LOST.before], { cause: error, retryAfterMs: Math.ceil(error.retryAfterMs) });
  }
  if (error instanceof CrowdedError)
    return fail(['STORE_BUSY', 'Too many calls wait for the database.'], { cause: error });
  return fail(error instanceof ServerError ? verdictOf(error) : UNFORESEEN, { cause: error });
}

function verdictOf(error: ServerError): Verdict {
  const byText = BY_TEXT.find(([pattern]) => pattern.test(error.message));
  return BY_CODE[error.code] ?? byText?.[1] ?? UNFORESEEN;
}

function fail([code, message, hint]: Verdict, details: ErrorDetails): ZapomniError {
  return new ZapomniError(code, message, { ...details, ...(hint === undefined ? {} : { hint }) });
}

/** A graph that was asked for does not exist. It stays within the driver. */
export class MissingGraph extends Error {
  override readonly name = 'MissingGraph';
}

export function isMissingGraph(error: unknown): boolean {
  return error instanceof ServerError && /empty key/i.test(error.message);
}

/** The index is being built, or there is none. */
export function isIndexAway(error: unknown): boolean {
  return error instanceof ServerError && /Invalid arguments for procedure|no such index/i.test(error.message);
}
