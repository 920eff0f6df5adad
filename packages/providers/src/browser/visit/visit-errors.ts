/** What went wrong on a visit, in our own words: a page's text, its address and what was typed are in none of them. */
import { ZapomniError } from '@zapomni/core/errors';
import type { BrowserTarget } from '@zapomni/core/ports';
import type { HttpFailure } from '../../net/http-failure.ts';
import { toUpstreamError } from '../../net/web/to-upstream-error.ts';

const MOST_WORDS = 200;

/** In the words of the step. */
function said(targets: readonly BrowserTarget[]): string {
  const words = targets.map((target) => {
    if ('css' in target) return `css ${quoted(target.css)}`;
    if ('text' in target) return `text ${quoted(target.text)}`;
    if ('testId' in target) return `test id ${quoted(target.testId)}`;
    return target.name === undefined
      ? `role ${quoted(target.role)}`
      : `role ${quoted(target.role)} named ${quoted(target.name)}`;
  });
  return words.join(', or ');
}

export function notFound(targets: readonly BrowserTarget[]): ZapomniError {
  return new ZapomniError('NOT_FOUND', `Nothing on the page matches ${said(targets)}.`, {
    hint: 'Look at the page and correct the target, or wait for it first.',
  });
}

export function notUsable(targets: readonly BrowserTarget[]): ZapomniError {
  return new ZapomniError(
    'TIMEOUT',
    `What matches ${said(targets)} cannot be used: it is hidden, disabled, covered or of another kind.`,
    {
      hint: 'Name a target that a visitor could use, or first do what makes this one usable.',
    },
  );
}

export function badTarget(targets: readonly BrowserTarget[]): ZapomniError {
  const error = `${said(targets)} is no target that a browser understands`;
  return new ZapomniError('INVALID_INPUT', `target: ${error}.`, { issues: [{ field: 'target', error }] });
}

export function tooSlow(what: string): ZapomniError {
  return new ZapomniError('TIMEOUT', `${what} did not come within its time.`, { hint: 'Allow it more time.' });
}

export function refusedAddress(): ZapomniError {
  return new ZapomniError('FORBIDDEN', 'This address is not among those that the visit may reach.', {
    hint: 'Only http and https, hosts of the visit that ZAPOMNI_WEB_HOSTS allows too, and private ones that ZAPOMNI_WEB_PRIVATE_HOSTS names.',
  });
}

export function needsHuman(what: string): ZapomniError {
  return new ZapomniError('NEEDS_HUMAN', `The page wants a person: ${what}.`);
}

export function needsLogin(what: string): ZapomniError {
  return new ZapomniError('NEEDS_HUMAN', `The page wants a person: ${what}.`, {
    hint: 'The user can sign in (`zapomni secret login NAME --url URL`), and the definition name that as its `session`.',
  });
}

export function badStatus(status: number): ZapomniError {
  return new ZapomniError('UPSTREAM_FAILED', `The page answered with status ${status}.`);
}

export function noAnswer(failure: HttpFailure | undefined): unknown {
  if (failure?.kind === 'not allowed') return refusedAddress();
  if (failure) return toUpstreamError(failure);
  return new ZapomniError(
    'UPSTREAM_FAILED',
    'The page cannot be reached, or sends something that no browser shows as a page.',
    {
      hint: 'Open the address by hand. Downloads are not taken on a visit.',
    },
  );
}

export const crashed = (): ZapomniError =>
  new ZapomniError('UPSTREAM_FAILED', 'The page took more memory than it may have, or broke the browser.');

export const windowClosed = (): ZapomniError =>
  new ZapomniError('CANCELLED', 'The window of the visit was closed.', { hint: 'Begin anew.' });

export const browserGone = (): ZapomniError =>
  new ZapomniError('UPSTREAM_FAILED', 'The browser ended in the middle of the visit.', { hint: 'Try again.' });

export function tooMuch(what: string): ZapomniError {
  return new ZapomniError('TOO_LARGE', `The visit ended because it took more than ${what}.`, {
    hint: 'Allow it more, or have it do less.',
  });
}

function quoted(words: string): string {
  return JSON.stringify(words.length > MOST_WORDS ? `${words.slice(0, MOST_WORDS)}…` : words);
}
