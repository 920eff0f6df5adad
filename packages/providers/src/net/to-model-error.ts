/** Tells a user what is wrong with a model's endpoint and what to do, in our own words. */
import { ZapomniError } from '@zapomni/core/errors';
import { HttpFailure } from './http-failure.ts';

/** Whose failure it is, and what the user would change. */
export interface EndpointFacts {
  /** `embedding`, `language model`. */
  readonly what: string;
  /** Names of the settings. */
  readonly urlSetting: string;
  readonly keySetting: string;
  /** How to get the model that the endpoint does not have. */
  readonly getModel: string;
}

/** Anything that is no HttpFailure stays what it is. */
export function toModelError(error: unknown, facts: EndpointFacts): unknown {
  if (!(error instanceof HttpFailure)) return error;
  if (error.kind === 'cancelled') return new ZapomniError('CANCELLED', `The ${facts.what} call was cancelled.`);
  const [message, hint] = error.kind === 'status' ? aboutStatus(error, facts) : aboutConnection(error, facts);
  return new ZapomniError('MODEL_UNAVAILABLE', `The ${facts.what} endpoint ${message}.`, {
    hint,
    cause: error,
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
  });
}

type MessageAndHint = readonly [message: string, hint: string];

function aboutConnection({ kind }: HttpFailure, { urlSetting }: EndpointFacts): MessageAndHint {
  const wrongPlace = `Check that ${urlSetting} names the right service.`;
  switch (kind) {
    case 'slow':
      return ['did not answer within its time limit', 'Try again; a model that is being loaded takes its time.'];
    case 'cut':
      return ['broke off in the middle of its answer', 'Try again; if it stays so, look at the log of the endpoint.'];
    case 'too large':
      return ['sent an answer that is too long to be one', wrongPlace];
    case 'garbage':
      return ['sent an answer that cannot be read', wrongPlace];
    case 'redirected':
      return ['points to another address, which was not followed', `Set ${urlSetting} to the address it points to.`];
    default:
      return ['cannot be reached', `Start it, or correct ${urlSetting}. \`zapomni doctor\` tries it.`];
  }
}

function aboutStatus({ status = 0, explained }: HttpFailure, facts: EndpointFacts): MessageAndHint {
  if (status === 401 || status === 403) return ['refuses the key', `Set ${facts.keySetting} to a key that it takes.`];
  if (status === 404 && explained) return ['does not have the model', facts.getModel];
  if (status === 404) return ['has no such API', `Check that ${facts.urlSetting} names the right service.`];
  if (status === 429) return ['is asked too often', 'Wait a little; what is left is done by itself.'];
  if (status >= 500) return [`failed with status ${status}`, 'Try again; if it stays so, look at its log.'];
  return [`refused the request with status ${status}`, `Check that it has a model that can do this: ${facts.getModel}`];
}
