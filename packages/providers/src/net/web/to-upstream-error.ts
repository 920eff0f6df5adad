/** Tells a user what is wrong with a service on the network and what to do, in our own words. */
import { ZapomniError } from '@zapomni/core/errors';
import { HttpFailure } from '../http-failure.ts';

const HOSTS = 'ZAPOMNI_WEB_HOSTS';
const PRIVATE_HOSTS = 'ZAPOMNI_WEB_PRIVATE_HOSTS';
const AGAIN = 'Try again later; if it stays so, open the address in a browser.';

export function networkOff(): ZapomniError {
  return new ZapomniError('NETWORK_OFF', 'The network is off: no host may be reached.', {
    hint: `Name the hosts that may be reached in ${HOSTS}, or \`*\` for every public one.`,
  });
}

/** Anything that is no HttpFailure stays what it is. */
export function toUpstreamError(error: unknown): unknown {
  if (!(error instanceof HttpFailure)) return error;
  const { kind, status, retryAfterMs } = error;
  if (kind === 'status') return aboutStatus(status ?? 0, retryAfterMs, error);
  const [code, message, hint] = WORDS[kind];
  return new ZapomniError(code, message, { ...(hint === '' ? {} : { hint }), cause: error });
}

type Words = readonly [code: ZapomniError['code'], message: string, hint: string];

const WORDS: Readonly<Record<Exclude<HttpFailure['kind'], 'status'>, Words>> = {
  cancelled: ['CANCELLED', 'The request to the network was cancelled.', ''],
  slow: ['TIMEOUT', 'The service on the network did not answer within its time limit.', AGAIN],
  'too large': ['TOO_LARGE', 'The answer from the network is longer than the limit.', 'Ask for less.'],
  'not allowed': ['NETWORK_OFF', 'This host is not among those that may be reached.', `Name it in ${HOSTS}.`],
  private: [
    'FORBIDDEN',
    'The host has a private or reserved address, which was not connected to.',
    `If it is yours and meant, name it in ${PRIVATE_HOSTS}.`,
  ],
  redirected: [
    'UPSTREAM_FAILED',
    'The service on the network points to another address, which was not followed.',
    `It may be a host that is not named in ${HOSTS}, http after https, or a circle.`,
  ],
  'unknown host': ['UPSTREAM_FAILED', 'There is no host of that name on the network.', 'Check how it is spelt.'],
  unreachable: ['UPSTREAM_FAILED', 'The service on the network cannot be reached.', AGAIN],
  cut: ['UPSTREAM_FAILED', 'The service on the network broke off in the middle of its answer.', AGAIN],
  garbage: ['UPSTREAM_FAILED', 'The service on the network sent an answer that cannot be read.', AGAIN],
};

const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

function aboutStatus(status: number, retryAfterMs: number | undefined, cause: HttpFailure): ZapomniError {
  const isBusy = status === TOO_MANY_REQUESTS || (status === UNAVAILABLE && retryAfterMs !== undefined);
  if (!isBusy) {
    return new ZapomniError('UPSTREAM_FAILED', `The service on the network failed with status ${status}.`, { cause });
  }
  const wait = retryAfterMs === undefined ? 'later' : `in ${Math.ceil(retryAfterMs / 1000)} s`;
  return new ZapomniError('UPSTREAM_RATE_LIMITED', `The service on the network wants to be asked again ${wait}.`, {
    cause,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}
