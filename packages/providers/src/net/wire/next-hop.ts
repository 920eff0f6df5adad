/** Where a redirection leads, as far as that may be followed, and what may be sent there. */
import { HttpFailure } from '../http-failure.ts';
import type { ReachRules } from '../address/reach-rules.ts';

export interface Move {
  readonly status: number;
  readonly location: string | undefined;
}

export interface Step {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

const KEEPS_METHOD = new Set([307, 308]);
const MOVED = new Set([301, 302, 303, ...KEEPS_METHOD]);
/** What any origin may see. Everything else may be a credential. */
const HARMLESS = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent']);
/** These are about the resource that was asked for first, and no other. */
const CONDITIONS = new Set(['if-none-match', 'if-modified-since']);

export function isMove(status: number): boolean {
  return MOVED.has(status);
}

/**
 * Fails with `redirected`: to no address, to one that the rules refuse, from https to http, or where a body would be lost or
 * shown to somebody else.
 */
export function nextHop(from: Step, { status, location }: Move, hasBody: boolean, rules: ReachRules): Step {
  const url = target(location, from.url);
  const leavesTls = from.url.protocol === 'https:' && url.protocol === 'http:';
  const isSameOrigin = url.origin === from.url.origin;
  const losesBody = hasBody && !(KEEPS_METHOD.has(status) && isSameOrigin);
  if (leavesTls || losesBody || rules(url) === null) throw new HttpFailure('redirected');
  const mayGo = (name: string) => (isSameOrigin ? !CONDITIONS.has(name) : HARMLESS.has(name));
  const headers = Object.fromEntries(Object.entries(from.headers).filter(([name]) => mayGo(name.toLowerCase())));
  return { url, headers };
}

/** Heads are read byte by byte; an address that is not in ASCII was written in UTF-8. */
function target(location: string | undefined, from: URL): URL {
  const text = location === undefined ? '' : Buffer.from(location, 'latin1').toString('utf8');
  const url = text !== '' && URL.canParse(text, from.href) ? new URL(text, from.href) : null;
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  throw new HttpFailure('redirected');
}
