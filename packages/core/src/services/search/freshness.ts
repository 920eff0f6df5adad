/**
 * Of answers that fit about equally well and speak of the same matter, the newest comes first: what was true in March must
 * not stand above what is true now. Only the places of such answers among the first five are exchanged, so nothing is lost.
 *
 * How freely they are exchanged depends on what is asked. A question about how things are ("where does she live") wants the
 * latest word, one about an event ("when did she move") mostly what matches best, one about the past as such ("originally")
 * nothing of the kind.
 */
export interface Dated {
  readonly score: number;
  /** What the close look gave. */
  readonly close: number | null;
  /** When it happened, or was stored where that is unknown. */
  readonly at: number;
  /** Its time was given with it. */
  readonly dated: boolean;
  /** A number that grows with the order of storing. */
  readonly stored: number;
  readonly vector: Float32Array | undefined;
}

/** How far apart two answers may be and still count as about the same. */
interface Leeway {
  readonly score: number;
  readonly close: number;
  /** The least cosine of the two passages. */
  readonly alike: number;
}

/** So many of the best are compared, by their vectors. */
export const FIRST = 5;
/** Memories stored closer together came in one go: which was first says nothing of what holds. */
const ONE_GO_MS = 3_600_000;
const ABOUT_NOW: Leeway = { score: 0.5, close: 0.15, alike: 0.55 };
const ABOUT_AN_EVENT: Leeway = { score: 0.2, close: 0.1, alike: 0.6 };

const SAYS_THEN =
  /\b(?:first|initial(?:ly)?|original(?:ly)?|previous(?:ly)?|former(?:ly)?|used to|earliest|oldest|order|history)\b/i;
const SAYS_NOW = /\b(?:current(?:ly)?|now|latest|recent(?:ly)?|today|these days|at the moment|still|new)\b/i;
const SAYS_EVENT = /\b(?:did|was|were|had|when|which|list|all)\b/i;

export function newestFirst<Hit extends Dated>(query: string, hits: readonly Hit[]): Hit[] {
  const leeway = leewayFor(query);
  if (!leeway) return [...hits];
  const first = hits.slice(0, FIRST);
  for (let place = 0; place < first.length; place++) exchange(first, place, leeway);
  return [...first, ...hits.slice(FIRST)];
}

function leewayFor(query: string): Leeway | null {
  if (SAYS_THEN.test(query)) return null;
  if (SAYS_NOW.test(query)) return ABOUT_NOW;
  return SAYS_EVENT.test(query) ? ABOUT_AN_EVENT : ABOUT_NOW;
}

function exchange<Hit extends Dated>(hits: Hit[], place: number, leeway: Leeway): void {
  const holder = hits[place] as Hit;
  let newest = place;
  for (let other = place + 1; other < hits.length; other++) {
    const rival = hits[other] as Hit;
    if (isNewer(rival, hits[newest] as Hit) && isAboutTheSame(holder, rival, leeway)) newest = other;
  }
  hits[place] = hits[newest] as Hit;
  hits[newest] = holder;
}

/** Of two that happened at the same time, as the turns of a conversation do, the one said later is the newer. */
function isNewer(a: Dated, b: Dated): boolean {
  if (a.dated && b.dated) return a.at > b.at || (a.at === b.at && a.stored > b.stored);
  return a.at > b.at + ONE_GO_MS;
}

function isAboutTheSame(better: Dated, worse: Dated, leeway: Leeway): boolean {
  if (better.close === null || worse.close === null || !better.vector || !worse.vector) return false;
  if (better.score - worse.score > leeway.score || better.close - worse.close > leeway.close) return false;
  return dot(better.vector, worse.vector) >= leeway.alike;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}
