/**
 * Every way a call can fail, in one table. Adapters look a code up here to decide what to do with it: the MCP layer to
 * say whether a retry helps, the command line to pick an exit code, HTTP to pick a status. docs/errors.md is generated
 * from it. Codes are part of the interface: add, never rename.
 */
export interface ErrorPolicy {
  /** Who can do something about it. */
  readonly fault: 'caller' | 'outside' | 'system';
  /** The same call may succeed later without being changed. */
  readonly retryable: boolean;
  readonly http: number;
  readonly exit: number;
  readonly meaning: string;
  readonly advice: string;
}

const caller = (http: number, meaning: string, advice: string): ErrorPolicy => ({
  fault: 'caller',
  retryable: false,
  http,
  exit: 2,
  meaning,
  advice,
});
const outside = (retryable: boolean, http: number, meaning: string, advice: string): ErrorPolicy => ({
  fault: 'outside',
  retryable,
  http,
  exit: 3,
  meaning,
  advice,
});

export const ERROR_POLICIES = {
  INVALID_INPUT: caller(
    400,
    'An argument is missing, unknown or out of range.',
    'Correct the named fields and call again.',
  ),
  INVALID_CONFIG: caller(
    500,
    'A setting has a value that cannot be used.',
    'Correct the named setting and start again.',
  ),
  NOT_FOUND: caller(
    404,
    'The named memory, workspace, entity, merge or task does not exist.',
    'List or search first, then use an id from the answer.',
  ),
  CONFLICT: caller(409, 'The change contradicts what is stored.', 'Read the current state, then decide.'),
  FORBIDDEN: caller(
    403,
    'The action is not allowed, or was not confirmed.',
    'Give the confirmation the message asks for.',
  ),
  TOO_LARGE: caller(413, 'The input is larger than the limit.', 'Split it, or raise the limit named in the message.'),
  CANCELLED: caller(499, 'The caller cancelled the request.', 'Nothing to do; call again if it is still wanted.'),
  RATE_LIMITED: {
    fault: 'caller',
    retryable: true,
    http: 429,
    exit: 2,
    meaning: 'The client asks too often, or wants too much at once.',
    advice: 'Wait as long as the message says, then call again.',
  },
  TIMEOUT: outside(true, 504, 'The call took longer than its time limit.', 'Retry with less work, or raise the limit.'),
  MODEL_UNAVAILABLE: outside(
    true,
    503,
    'The embedding or language model cannot be used now.',
    'Run `zapomni doctor`; words still find memories.',
  ),
  NETWORK_OFF: outside(
    false,
    403,
    'The network is off, or this host is not among those that may be reached.',
    'Name the host in ZAPOMNI_WEB_HOSTS, or `*` for every public one.',
  ),
  UPSTREAM_FAILED: outside(
    true,
    502,
    'A service on the network cannot be reached, or its answer cannot be used.',
    'Try again later; if it stays so, open the address in a browser.',
  ),
  UPSTREAM_RATE_LIMITED: outside(
    true,
    503,
    'A service on the network wants to be asked less often.',
    'Wait as long as the message says, then call again.',
  ),
  NEEDS_HUMAN: outside(
    false,
    409,
    'A site wants a person: a login, a CAPTCHA, a wall.',
    'Visit it yourself; nothing is done to get round it.',
  ),
  STORE_UNAVAILABLE: outside(
    true,
    503,
    'The store cannot be reached or opened.',
    'Retry in 5 seconds; if it stays, run `zapomni doctor`.',
  ),
  STORE_BUSY: outside(true, 503, 'Another process held the store for too long.', 'Retry in a moment.'),
  STORE_FULL: outside(false, 507, 'The disk is full; nothing was changed.', 'Free some space, then call again.'),
  STORE_READ_ONLY: outside(
    false,
    503,
    'The data folder cannot be written.',
    'Correct its permissions, or set another data folder.',
  ),
  STORE_CORRUPT: outside(
    false,
    500,
    'The store file is damaged or is not a store.',
    'Keep the file, run `zapomni doctor`, restore a backup.',
  ),
  STORE_TOO_NEW: outside(
    false,
    500,
    'The store was made by a newer version.',
    'Update Zapomni, or set another data folder.',
  ),
  INTERNAL: {
    fault: 'system',
    retryable: false,
    http: 500,
    exit: 1,
    meaning: 'Something failed that should not.',
    advice: 'Look for the correlation id in the log and report it.',
  },
} as const satisfies Record<string, ErrorPolicy>;

export type ErrorCode = keyof typeof ERROR_POLICIES;
