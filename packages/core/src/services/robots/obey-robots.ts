/**
 * Whether a page may be read by a program, as its site says in robots.txt, and how fast. The file is had over the same way out
 * as the page. One that is not there allows everything; one that cannot be had (the server fails, or is not to be reached)
 * allows nothing until it can, unless it is known from before.
 */
import { toZapomniError, ZapomniError } from '../../errors/index.ts';
import type { Web, WebPace } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { MOST_ROBOTS_BYTES, NO_ROBOTS, readRobots, type RobotsRules } from './robots-file.ts';

interface Known {
  readonly rules: RobotsRules;
  readonly until: number;
}

/** Sites change their minds, but not from page to page. */
const KEPT_MS = 3_600_000;
const MOST_SITES = 500;
/** For each way out; what it has reached is its own. */
const known = new WeakMap<Web, Map<string, Known>>();

type Parts = Pick<Deps, 'web' | 'clock' | 'config' | 'logger'>;

/** The pace that the site asks for. FORBIDDEN where it asks not to be read; what kept its file from being had otherwise. */
export async function obeyRobots(deps: Parts, address: string, signal?: AbortSignal): Promise<WebPace> {
  if (deps.config.web_robots === 'ignore' || !URL.canParse(address)) return {};
  const url = new URL(address);
  const rules = await rulesOf(deps, url.origin, signal);
  if (!rules.allows(url.pathname + url.search)) throw disallowed();
  return rules.delayMs === null ? {} : { minIntervalMs: rules.delayMs, concurrency: 1 };
}

async function rulesOf(deps: Parts, origin: string, signal?: AbortSignal): Promise<RobotsRules> {
  const sites = known.get(deps.web) ?? new Map<string, Known>();
  known.set(deps.web, sites);
  const before = sites.get(origin);
  const now = deps.clock.now();
  if (before && before.until > now) return before.rules;
  const rules = await fetchRules(deps, origin, signal).catch((error: unknown) => {
    if (before && !isOurs(error)) return before.rules;
    throw isOurs(error) ? error : unreachable(error);
  });
  if (sites.size >= MOST_SITES) sites.clear();
  sites.set(origin, { rules, until: now + KEPT_MS });
  return rules;
}

async function fetchRules({ web }: Parts, origin: string, signal?: AbortSignal): Promise<RobotsRules> {
  const url = `${origin}/robots.txt`;
  const answer = await web.fetch({ url, as: 'stream', cache: 'off', ...(signal ? { signal } : {}) });
  const text = await beginningOf(answer.body);
  return answer.status >= 200 && answer.status < 300 ? readRobots(text) : NO_ROBOTS;
}

async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    parts.push(part);
    size += part.length;
    if (size >= MOST_ROBOTS_BYTES) break;
  }
  return new TextDecoder().decode(Buffer.concat(parts).subarray(0, MOST_ROBOTS_BYTES));
}

/** Not the site's doing: the page would fail with the same. */
function isOurs(error: unknown): boolean {
  return ['NETWORK_OFF', 'FORBIDDEN', 'INVALID_INPUT', 'CANCELLED'].includes(toZapomniError(error).code);
}

const IGNORE = 'or set ZAPOMNI_WEB_ROBOTS=ignore if the site is yours or has allowed it';

function disallowed(): ZapomniError {
  return new ZapomniError('FORBIDDEN', 'url: the site asks programs not to read this page (its robots.txt).', {
    hint: `Open the page in a browser, save it and give the file; ${IGNORE}.`,
    issues: [{ field: 'url', error: 'disallowed by robots.txt' }],
  });
}

function unreachable(error: unknown): ZapomniError {
  const { code, retryAfterMs, hint = 'Try again later.' } = toZapomniError(error);
  return new ZapomniError(code, 'url: what the site allows programs to read (its robots.txt) cannot be had now.', {
    hint: `${hint} O${IGNORE.slice(1)}.`,
    cause: error,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}
