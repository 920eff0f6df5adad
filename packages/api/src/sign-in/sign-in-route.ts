/** `POST /api/session`: a code that was shown on this machine, once, for a token that the page keeps for its tab. */
import { ZapomniError } from '@zapomni/core/errors';
import type { ServerLogger } from '@zapomni/server';
import { HttpRefusal, type Exchange, type Route } from '@zapomni/server/http';
import { z } from 'zod';
import type { SignIn } from '../house.ts';
import { sendError } from '../routes/answer.ts';
import { isFromElsewhere } from '../routes/own-page.ts';
import { readJson } from '../routes/read-input.ts';

const MOST_FAILURES = 10;
const MINUTE_MS = 60_000;
const MOST_ADDRESSES = 1000;
const input = z.strictObject({ code: z.string().min(1).max(200) });

export function createSignInRoute(signIn: SignIn, logger: ServerLogger, now: () => number): Route {
  const failures = new Failures(now);
  return {
    scope: 'code',
    cache: 'no-store',
    content: 'data',
    on: {
      POST: async (exchange) => {
        try {
          exchange.json(200, await redeem(exchange, signIn, failures));
        } catch (error) {
          if (error instanceof HttpRefusal) throw error;
          logger.log('info', 'page_sign_in_refused', {});
          sendError(exchange, error);
        }
      },
    },
  };
}

async function redeem(exchange: Exchange, signIn: SignIn, failures: Failures) {
  if (isFromElsewhere(exchange.head)) throw refused();
  const { remoteAddress } = exchange.head;
  if (failures.isFull(remoteAddress)) {
    throw new ZapomniError('RATE_LIMITED', 'Too many codes were tried.', { hint: 'Wait a minute.' });
  }
  const given = input.safeParse(await readJson(exchange));
  const opened = given.success ? await signIn.redeem(given.data.code) : undefined;
  if (opened) return opened;
  failures.add(remoteAddress);
  throw refused();
}

/** The same for a wrong code, a used one and one that is too old. */
function refused(): ZapomniError {
  return new ZapomniError('FORBIDDEN', 'This code opens nothing: a code is good once, for a minute.', {
    hint: 'Run `zapomni dashboard` again.',
  });
}

/** How often an address has tried and failed within the last minute. */
class Failures {
  readonly #now: () => number;
  readonly #times = new Map<string, number[]>();

  constructor(now: () => number) {
    this.#now = now;
  }

  isFull(address: string): boolean {
    const recent = (this.#times.get(address) ?? []).filter((time) => time > this.#now() - MINUTE_MS);
    if (recent.length === 0) this.#times.delete(address);
    else this.#times.set(address, recent);
    return recent.length >= MOST_FAILURES;
  }

  add(address: string): void {
    const [oldest] = this.#times.keys();
    if (this.#times.size >= MOST_ADDRESSES && oldest !== undefined) this.#times.delete(oldest);
    this.#times.set(address, [...(this.#times.get(address) ?? []), this.#now()]);
  }
}
