/** The lines between title and abstract that are names of people. */
import { hasInitials, shareOfNames, splitNames, isNameShaped } from '../../citations/names/name-shape.ts';
import { abstractHeading, endsAbstract, isMeta, isPlace, isProse } from './block-kinds.ts';
import { isCountry } from './countries.ts';
import { joinLines, type PageBlock } from './page-blocks.ts';

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
  const printed: string[] = [];
  for (const [i, block] of blocks.slice(0, to).entries()) {
    if (i < from) continue;
    const lines = i === from ? block.lines.slice(skipLines) : block.lines;
    if (i > from && (isProse(block.text) || endsAbstract(block.text) || abstractHeading(block.text) > 0)) break;
    const found = authorsOf(lines);
    if (found !== '') printed.push(found);
  }
  const names = printed
    .flatMap((line) => splitNames(line))
    .filter((name) => isNameShaped(name) && !INTRODUCES.test(name));
  return { printed, names: [...new Set(names)] };
}

/** All of a block that is names together, else those of its lines that are. */
function authorsOf(lines: readonly string[]): string {
  const kept = upToPlace(lines);
  const text = joinLines(kept).replace(LABEL, '').replace(BEHALF, '');
  if (text === '' || kept.length > LONGEST_BLOCK) return '';
  const isLabelled = LABEL.test(kept[0] ?? '');
  if (isLabelled || (namesIn(text) >= LEAST && !isMeta(text))) return text;
  return kept.filter((line) => namesIn(line) >= LEAST && !isMeta(line) && !isPlace(line)).join(' ');
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
