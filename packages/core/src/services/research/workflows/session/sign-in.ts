/**
 * Somebody signs in to a site in a browser's window, and what the site then recognises them by is kept for workflows of that site. What is typed in there
 * is never seen here; of what the browser holds in the end, only that of the one origin is taken.
 */
import { ZapomniError } from '../../../../errors/index.ts';
import type { Browser, BrowserVisit } from '../../../../ports/index.ts';

export interface SignIn {
  readonly url: string;
  /** Besides the site's own: of an identity provider, say. */
  readonly hosts: readonly string[];
  /** It is over when the address, back at the site, has this in it. */
  readonly until?: string | undefined;
  /** Or when the user says so. */
  readonly said?: Promise<void> | undefined;
  /** The page is there, and waits for somebody. */
  onOpen?(): void;
  /** A host that the page asked for and may not reach: each once. */
  onRefused?(host: string): void;
}

/** As long as somebody may need who first looks for a telephone. */
const MOST_MS = 15 * 60_000;
const MOST_BYTES = 500_000_000;
const MOST_PAGES = 500;
const LOOK_EVERY_MS = 250;
const LOAD_MS = 5000;
/** Scripts may keep what they were given a little later. */
const SETTLE_MS = 500;

/** The session as a text. CANCELLED where the window was closed first, CONFLICT where the site left nothing to recognise anybody by. */
export async function signIn(browser: Browser, wish: SignIn): Promise<string> {
  const { origin, host } = new URL(wish.url);
  const visit = await browser.open({
    hosts: [host, ...wish.hosts],
    timeoutMs: MOST_MS,
    maxBytes: MOST_BYTES,
    maxPages: MOST_PAGES,
    person: true,
  });
  try {
    await visit.goto(wish.url).catch(unlessForPeople);
    wish.onOpen?.();
    await untilSignedIn(visit, wish, origin);
    await visit.wait({ load: 'load' }, LOAD_MS).catch(() => undefined);
    await visit.wait({ ms: SETTLE_MS }, LOAD_MS);
    const session = await visit.session(origin);
    if (session === null) throw nothingLeft();
    return session;
  } catch (error) {
    throw isClosed(error) ? closedEarly() : error;
  } finally {
    await visit.close();
  }
}

/** A login, a test for people: there is somebody here who does that. */
function unlessForPeople(error: unknown): void {
  if (!(error instanceof ZapomniError) || error.code !== 'NEEDS_HUMAN') throw error;
}

async function untilSignedIn(visit: BrowserVisit, { until, said, onRefused }: SignIn, origin: string): Promise<void> {
  const told = new Set<string>();
  const user = { hasSaid: false };
  void said?.then(() => (user.hasSaid = true));
  // Also where it was quicker over than anybody could look.
  for (let isOver = false; !isOver;) {
    isOver = user.hasSaid || isThere(visit.url(), origin, until);
    if (!isOver) await visit.wait({ ms: LOOK_EVERY_MS }, LOAD_MS);
    for (const host of visit.standing().refused) {
      if (!told.has(host)) onRefused?.(host);
      told.add(host);
    }
  }
}

/** An identity provider has the address that it leads back to in its own. */
function isThere(address: string, origin: string, until: string | undefined): boolean {
  return until !== undefined && URL.canParse(address) && new URL(address).origin === origin && address.includes(until);
}

/** Whoever closes the only window ends the browser, on most systems. */
function isClosed(error: unknown): boolean {
  return error instanceof ZapomniError && /window of the visit was closed|browser ended/.test(error.message);
}

function closedEarly(): ZapomniError {
  return new ZapomniError('CANCELLED', 'The window was closed before the sign-in was over; nothing was kept.', {
    hint: 'Begin anew, and leave the window open until it is said that the session is kept.',
  });
}

function nothingLeft(): ZapomniError {
  return new ZapomniError('CONFLICT', 'The site has left no cookie and no storage: there is no session to keep.', {
    hint: 'Sign in before you say that you have; `until` takes a part of the address that only comes after it.',
  });
}
