/**
 * Cuts a document into passages along what it is built of: a section, page or table that fits into a passage is not cut, and
 * a passage begins with a heading where it can. Only what is too long for one passage is cut inside, tables and code between
 * their lines, running text as every other text is. What is said of a figure is a passage of its own. A list of references is no passage: whoever searches wants what papers say, not what they
 * cite. It stays in the text, where it can be read and quoted.
 */
import { cutPassages, estimateTokens, type PassageOptions, type PassageSpan } from '../../model/index.ts';
import type { Structure } from './flatten.ts';

interface Piece extends PassageSpan {
  readonly tokens: number;
  /** A heading stands at its beginning. */
  readonly opens: boolean;
  /** Its lines are cut, and not its sentences. */
  readonly rows: boolean;
  /** Is in no passage. */
  readonly left: boolean;
  /** Is a passage of its own, and no part of what stands around it. */
  readonly alone: boolean;
}

/** What is shorter than this part of a passage, such as a heading alone, is kept with what follows. */
const SHORT = 1 / 4;

export function* cutDocument(text: string, structure: Structure, options: PassageOptions): Generator<PassageSpan> {
  let start = 0;
  let end = 0;
  let tokens = 0;
  const { size } = options;
  for (const piece of pieces(text, structure)) {
    if (piece.left) {
      yield* tidy(text, start, end);
      [start, end, tokens] = [piece.end, piece.end, 0];
      continue;
    }
    if (piece.alone) {
      yield* tidy(text, start, end);
      yield* within(text, piece, options);
      [start, end, tokens] = [piece.end, piece.end, 0];
      continue;
    }
    const full = tokens + piece.tokens > size;
    if (end > start && tokens > 0 && (full ? tokens > size * SHORT : piece.opens && tokens > size / 2)) {
      yield* tidy(text, start, end);
      [start, tokens] = [piece.start, 0];
    }
    end = piece.end;
    tokens += piece.tokens;
    if (tokens <= size) continue;
    yield* within(text, { ...piece, start }, options);
    [start, tokens] = [end, 0];
  }
  yield* tidy(text, start, end);
}

/** From one boundary of the structure to the next. A boundary inside a table or another block does not count. */
function* pieces(text: string, { sections, pages, blocks }: Structure): Generator<Piece> {
  const whole = outermost(blocks);
  const opening = new Set(sections.map(({ start }) => start));
  const bounds = [...opening, ...pages.map(({ start }) => start)].filter((at) => !isInside(whole, at));
  const edges = [...new Set([0, ...bounds, ...whole.flatMap(({ start, end }) => [start, end]), text.length])];
  const kindFrom = new Map(whole.map((block) => [block.start, block.kind]));
  edges.sort((one, other) => one - other);
  for (const [i, start] of edges.entries()) {
    const end = edges[i + 1];
    if (end === undefined || end <= start) continue;
    const kind = kindFrom.get(start);
    const [rows, left] = [kind === 'table' || kind === 'code', kind === 'reference'];
    const facts = { opens: opening.has(start), rows, left, alone: kind === 'caption' };
    yield { start, end, tokens: estimateTokens(text, start, end), ...facts };
  }
}

type Block = Structure['blocks'][number];

function outermost(blocks: readonly Block[]): Block[] {
  const kept: Block[] = [];
  for (const block of blocks.toSorted((one, other) => one.start - other.start || other.end - one.end))
    if (block.start >= (kept.at(-1)?.end ?? 0)) kept.push(block);
  return kept;
}

function isInside(blocks: readonly Block[], at: number): boolean {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((blocks[middle]?.start ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return at < (blocks[low - 1]?.end ?? 0);
}

function* within(text: string, piece: Piece, options: PassageOptions): Generator<PassageSpan> {
  if (piece.rows) return yield* alongLines(text, piece, options);
  for (const { start, end } of cutPassages(text.slice(piece.start, piece.end), options))
    yield { start: piece.start + start, end: piece.start + end };
}

/** As many lines as fit; one that does not fit alone is cut as text is. */
function* alongLines(text: string, piece: PassageSpan, options: PassageOptions): Generator<PassageSpan> {
  let [start, tokens] = [piece.start, 0];
  for (let at = piece.start; at < piece.end;) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 || newline >= piece.end ? piece.end : newline + 1;
    const more = estimateTokens(text, at, end);
    if (tokens + more > options.size) {
      yield* tidy(text, start, at);
      [start, tokens] = [at, 0];
    }
    if (more > options.size) {
      for (const span of cutPassages(text.slice(at, end), options))
        yield { start: at + span.start, end: at + span.end };
      start = end;
    } else tokens += more;
    at = end;
  }
  yield* tidy(text, start, piece.end);
}

/** Without white space at the ends; nothing where there is nothing else. */
function* tidy(text: string, from: number, to: number): Generator<PassageSpan> {
  const part = text.slice(from, to);
  const start = from + (part.length - part.trimStart().length);
  const end = from + part.trimEnd().length;
  if (end > start) yield { start, end };
}
