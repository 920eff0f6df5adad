/** The part of a passage that has most to do with a question: whole sentences where they fit. */
import { toQueryTerms, toTerms, type PassageSpan } from '../../../model/index.ts';

interface Sentence extends PassageSpan {
  /** The question's terms that it holds. */
  readonly held: ReadonlySet<string>;
}

const WELL_FILLED = 0.6;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * At most `length` UTF-16 code units of `text`. The run of sentences that holds most of the question's terms, the earliest
 * of equals, so that without words in common it is the beginning.
 */
export function snippetOf(text: string, query: string, length: number): PassageSpan {
  if (text.length <= length) return { start: 0, end: text.length };
  const asked = new Set(toQueryTerms(query));
  const sentences = [...segmenter.segment(text)].flatMap(({ index, segment }) =>
    pieces(text, { start: index, end: index + segment.length }, length).map((span) => ({
      ...span,
      ...heldIn(text, span, asked),
    })),
  );
  return trimmed(text, filled(text, bestRun(sentences, length), length));
}

function heldIn(text: string, { start, end }: PassageSpan, asked: ReadonlySet<string>): Pick<Sentence, 'held'> {
  return { held: new Set(toTerms(text.slice(start, end)).filter((term) => asked.has(term))) };
}

/** A sentence that is too long by itself, in parts that are not, between words where there are any. */
function pieces(text: string, { start, end }: PassageSpan, length: number): PassageSpan[] {
  const spans: PassageSpan[] = [];
  let at = start;
  while (end - at > length) {
    const space = text.lastIndexOf(' ', at + length);
    const cut = space > at ? space : outsideOfPair(text, at + length);
    spans.push({ start: at, end: cut });
    at = cut;
  }
  return [...spans, { start: at, end }];
}

function outsideOfPair(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

function bestRun(sentences: readonly Sentence[], length: number): PassageSpan {
  let best: PassageSpan = { start: 0, end: 0 };
  let most = -1;
  for (const [i, first] of sentences.entries()) {
    const run = sentences.slice(i).filter(({ end }) => end - first.start <= length);
    const held = new Set(run.flatMap((sentence) => [...sentence.held])).size;
    if (held <= most) continue;
    most = held;
    best = { start: first.start, end: run.at(-1)?.end ?? first.end };
  }
  return best;
}

/** Where the next sentence is too long to fit and most of the room would stay empty, its beginning is taken along. */
function filled(text: string, { start, end }: PassageSpan, length: number): PassageSpan {
  if (end === text.length || end - start >= length * WELL_FILLED) return { start, end };
  const limit = Math.min(text.length, start + length);
  const space = limit === text.length ? limit : text.lastIndexOf(' ', limit);
  return { start, end: Math.max(end, space) };
}

function trimmed(text: string, { start, end }: PassageSpan): PassageSpan {
  const part = text.slice(start, end);
  const from = start + (part.length - part.trimStart().length);
  return { start: from, end: Math.max(from, start + part.trimEnd().length) };
}
