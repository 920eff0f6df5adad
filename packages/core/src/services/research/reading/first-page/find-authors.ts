/** The lines between title and abstract that are names of people. */
import { hasInitials, shareOfNames, splitNames, isNameShaped } from '../../citations/names/name-shape.ts';
import { abstractHeading, endsAbstract, isMeta, isPlace, isProse } from './block-kinds.ts';
import { isCountry } from './countries.ts';
import type { PageBlock } from './page-blocks.ts';

/** Stands before a name, and looks like one. */
const INTRODUCES =
  /^(?:(?:submitted|presented|written|prepared|edited) by|(?:vorgelegt|eingereicht|verfasst|vorgestellt) von|pr[ée]sent[ée]e? par|presentad[ao] por)$/iu;
const LABEL = /^\s*(?:authors?(?: list| names?)?|by|auteurs?|autoren|autores)\s*[:.]\s*|^by\s+(?=\p{Lu})/iu;
const LEAST = 0.6;
const LONGEST_BLOCK = 60;

export interface FoundAuthors {
  /** As they are printed, line by line. */
  readonly printed: readonly string[];
  readonly names: readonly string[];
}

/** The share of names: of all of it, or of its lines, where each line is a name. */
export function namesIn(text: string): number {
  return shareOfNames(text.replace(LABEL, ''));
}

export function findAuthors(blocks: readonly PageBlock[], from: number, skipLines: number, to: number): FoundAuthors {
  const found = authorsBelow(blocks, from, skipLines, to);
  const below = namesOf(found.values());
  const printed =
    below.length > 0 ? [...found.values(), ...besideThem(blocks, found)] : elsewhere(blocks, from, skipLines);
  return { printed, names: [...new Set(namesOf(printed))] };
}

function namesOf(printed: Iterable<string>): string[] {
  return [...printed]
    .flatMap((line) => splitNames(line))
    .filter((name) => isNameShaped(name) && !INTRODUCES.test(name));
}

/** What is printed, by the blocks it stands in. */
function authorsBelow(
  blocks: readonly PageBlock[],
  from: number,
  skipLines: number,
  to: number,
): Map<PageBlock, string> {
  const printed = new Map<PageBlock, string>();
  for (const [i, block] of blocks.slice(0, to).entries()) {
    if (i < from) continue;
    const lines = i === from ? block.lines.slice(skipLines) : block.lines;
    if (i > from && (isSentences(block) || endsAbstract(block.text) || abstractHeading(block.text) > 0)) break;
    const found = authorsOf(lines);
    if (found !== '') printed.set(block, found);
  }
  return printed;
}

/** Sentences, and no list of who works where. */
export function isSentences({ lines, text }: PageBlock): boolean {
  if (!isProse(text)) return false;
  const addresses = lines.filter((line) => isPlace(line) || (namesIn(line) > SURE && line.length < SHORT)).length;
  return lines.length < FEW || addresses < lines.length * MANY;
}

const SURE = 0.9;
const SHORT = 40;
const FEW = 5;
const MANY = 0.5;

/** Names in a row may be taken for parts of the columns that they stand above. */
function besideThem(blocks: readonly PageBlock[], found: ReadonlyMap<PageBlock, string>): string[] {
  const rows = [...found.keys()].flatMap(({ placed }) => placed?.[0] ?? []);
  return blocks.flatMap((block) => {
    const line = block.placed?.[0];
    if (!line || found.has(block)) return [];
    const isLevel = rows.some(
      ({ baseline, size }) => Math.abs(baseline - line.baseline) < 0.3 * size && Math.abs(size - line.size) < 0.5,
    );
    return isLevel ? surelyNames(block.lines) : [];
  });
}

/** Where none stand below the title: behind what says when it was received, before where they work, or close to the title on another side. */
function elsewhere(blocks: readonly PageBlock[], from: number, skipLines: number): string[] {
  const title = blocks[from];
  if (!title) return [];
  const end = blocks.findIndex((block, i) => i > from && isSentences(block));
  const below = [
    title.lines.slice(skipLines),
    ...blocks.slice(from + 1, end < 0 ? undefined : end).map(({ lines }) => lines),
  ];
  const behind = below.flatMap((lines) => surelyNames(lines));
  if (behind.length > 0) return behind;
  return blocks.slice(0, from).flatMap((block) => (isClose(title, block) ? surelyNames(block.lines) : []));
}

/** In sizes of its letters. */
const CLOSE = 2.5;

function isClose({ box: title, size }: PageBlock, { box }: PageBlock): boolean {
  if (!title || !box || size === null) return false;
  return Math.max(box.bottom - title.top, title.bottom - box.top) < CLOSE * size;
}

function surelyNames(lines: readonly string[]): string[] {
  const text = authorsOf(lines);
  if (text !== '' && namesIn(text) > SURE && !isMeta(text)) return [text];
  return lines.flatMap((line) => {
    const [name = '', ...rest] = line.replace(LABEL, '').split(/\s*[,(]\s*/u);
    return rest.length > 0 && isPlace(rest.join(' ')) && !isPlace(name) && isNameShaped(name) ? [name] : [];
  });
}

/** All of a block that is names together, else those of its lines that are. */
function authorsOf(lines: readonly string[]): string {
  const kept = upToPlace(lines);
  const text = joinNames(kept).replace(LABEL, '').replace(BEHALF, '');
  if (text === '' || kept.length > LONGEST_BLOCK) return '';
  const isLabelled = LABEL.test(kept[0] ?? '');
  if (isLabelled || (namesIn(text) >= LEAST && !isMeta(text))) return text;
  return kept.filter((line) => namesIn(line) >= LEAST && !isMeta(line) && !isPlace(line)).join(' ');
}

/** A name may go on in the next line; where one line ends in a whole name and the next begins with one, they are two. */
function joinNames(lines: readonly string[]): string {
  return lines.reduce((text, line) => {
    if (text === '') return line.trim();
    const [last, first] = [splitNames(text).at(-1) ?? '', splitNames(line)[0] ?? ''];
    const areTwo = /[\p{L}.]$/u.test(text) && isNameShaped(last) && isNameShaped(first);
    if (!areTwo && /\p{Ll}-$/u.test(text)) return `${text}${line.trim()}`;
    return `${text}${areTwo ? '\t' : ' '}${line.trim()}`;
  }, '');
}

const PLACE_IN_LINE =
  /[\s,;](?:\d\s?|[a-z]\s|[*†‡§]\s?)?(?=(?:Department|Dept|Division|Institute|Institut|School|Faculty|Laborator|Center|Centre|University|Universit)\b)/u;

/** A line may go on with where the last of them works; one that only has the shape of a name before that is an address. */
function upToPlace(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (const line of lines) {
    const at = line.search(PLACE_IN_LINE);
    const before = at < 0 ? line : line.slice(0, at);
    if (endsInCountry(line)) continue;
    if (!isPlace(line)) kept.push(line);
    else if (at > 0 && hasInitials(before) && namesIn(before) >= LEAST) return [...kept, before];
  }
  return kept;
}

/** `NUST, Pakistan`: the end of an address. A name before a country is a name. */
function endsInCountry(line: string): boolean {
  const parts = line.split(/\s*,\s*/u);
  return parts.length > 1 && isCountry(parts.at(-1) ?? '') && !isNameShaped(parts[0] ?? '');
}

const BEHALF = /,?\s+(?:on behalf of|for the)\s.*$/iu;
