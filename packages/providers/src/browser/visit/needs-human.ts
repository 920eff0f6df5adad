/**
 * Whether a page wants a person, by signs that such pages have in common. Nothing is done to get round it. A page that merely has a login or a test somewhere
 * is no obstacle: it counts where the page is refused, where there is nothing else on it, or where what the step looks for is not there.
 */
import type { ZapomniError } from '@zapomni/core/errors';
import type { InPage } from './in-page.ts';
import { SIGNS } from './page-questions.ts';
import { needsHuman, needsLogin } from './visit-errors.ts';

interface Signs {
  readonly captcha: boolean;
  readonly password: boolean;
  readonly words: boolean;
  readonly length: number;
}

/** Addresses of frames in which tests for people are shown. */
const FRAMES =
  'captcha|turnstile|challenges\\.|/challenge|arkoselabs|funcaptcha|geetest|datadome|perimeterx|human-?security|awswaf|verify-human';
const WORDS = [
  "(?:are|prove|confirm|verify|make sure)(?: that)? (?:you(?:'re| are)|if you are) (?:a |an |not a )?(?:human|person|robot|bot)\\b",
  'are you a (?:human|robot|bot)',
  '(?:solve|complete|enter|type)[^.]{0,40}captcha',
  'unusual (?:traffic|activity)',
  'checking (?:your|if the) (?:browser|site connection)',
  'enable javascript and cookies to continue',
  'security (?:check|verification)',
  'just a moment',
].join('|');

const UNAUTHORISED = 401;
/** With signs of a test these mean the test, and not the page. */
const TURNED_AWAY = new Set([403, 405, 429, 503]);
/** A page with less on it than this, and a test, is the test. */
const LITTLE_TEXT = 1200;
/** With more than this, a login or a test stands beside what the page is about, and not before it. */
const MUCH_TEXT = 5000;

export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** When a page has come. */
export async function wantsPerson(inPage: InPage, { status, headers }: PageAnswer): Promise<ZapomniError | null> {
  if (status === UNAUTHORISED) return needsLogin('a login');
  const isMarked = Object.entries(headers).some(
    ([name, value]) => /mitigated|captcha|waf-action/i.test(name) && /challenge|captcha/i.test(value),
  );
  if (isMarked) return needsHuman('a test for people');
  const { captcha, words, length } = await look(inPage);
  if (TURNED_AWAY.has(status) && (captcha || words)) return needsHuman('a test for people');
  return captcha && length < LITTLE_TEXT ? needsHuman('a test for people') : null;
}

/** When what a step looks for is not there. */
export async function standsBehind(inPage: InPage): Promise<ZapomniError | null> {
  const { captcha, password, words, length } = await look(inPage);
  if (length > MUCH_TEXT) return null;
  if (captcha || (words && length < LITTLE_TEXT)) return needsHuman('a test for people');
  return password ? needsLogin('a login that no step fills in') : null;
}

async function look(inPage: InPage): Promise<Signs> {
  const none = { captcha: false, password: false, words: false, length: Infinity };
  return (await inPage.ask<Signs>(SIGNS, FRAMES, WORDS).catch(() => none)) ?? none;
}
