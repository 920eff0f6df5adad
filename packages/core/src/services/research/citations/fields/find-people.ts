/** Where the authors end: at the date behind them, at the opening quote, or where the words are names no more. */
import { isNameShaped } from '../names/name-shape.ts';
import { isPublisher } from './publisher-words.ts';
import type { Segments } from './segment.ts';

const ALONE =
  /^(?:(?:\p{Lu}\p{M}?\p{Ll}?\.?[\s-]*){1,4}|(?:(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|el|al|ten|ter|zu|St\.)\s)*\p{Lu}[\p{L}\p{M}'’´-]+(?:\s(?:\p{Lu}\p{M}?\.?[\s-]*){1,4})?|jr\.?|sr\.?|ii|iii|et al\.?|others|eds?\.?|\(eds?\.?\)|a kol\.?|[_-]{2,}\s?\.?)$/iu;
const SMALL = /^\p{Ll}{4,}|\s(?:of|the|in|for|on|with|to|from|a|an|and the)\s/u;
const IN_TITLES = /\s(?:of|in|for|on|with|to|from|a|an)\s/u;
const COLLECTIVE =
  /\b(?:collaboration|consortium|committee|organi[sz]ation|association|society|university|institute|agency|council|ministry|department|foundation|commission|bureau|office|library|center|centre|government|group|team)\b/iu;
/** Directly behind people: they are not the authors. */
const ROLE = /^[\s,]*\(?(?:eds?\.?|editors?|Eds?\.?|Editors?|Hrsg\.?|hg\.?)\)?[.,:]*(?=\s|$)/u;

/** How far behind the people the word goes that makes them editors; 0 where they are authors. */
export function editorsWord(text: string, end: number): number {
  const within = /[\s,(](?:eds?|editors?|Eds?|Editors?)[.)]*[.,:]*$/u.test(text.slice(0, end));
  return within ? 1 : (ROLE.exec(text.slice(end))?.[0].length ?? 0);
}

const OPENING = /["“„«‘]|``|(?<=\s)'(?=\p{Lu})/u;

/** What somebody was for the work, or for whom, behind the name: `(Eds.).`, `(Writer/Director)`, `, ed.`, `(ATLAS Collaboration)`; `et al.` */
const ROLES =
  /\s\((?:(?:eds?|editors?|hrsg|hg|comps?|compilers?|trans|translators?|(?:executive )?producers?|directors?|writers?)\b[.,/&\s]*)+\)|\s\([^()]{0,60}\b(?:collaborations?|consortium|group|team)\)|,\s(?:eds?|editors?|directors?|producers?|comps?|translators?)\b\.?(?=[,.\s])|,?\set\s?al\b\.?/giu;

/** All in its place, without what they were; where nothing goes on behind that, a full stop ends the people. */
function withoutRoles(text: string): string {
  return text.replaceAll(ROLES, (role, at: number) => {
    const goesOn = /^\s*(?:[,;:.&(]|and\b)/u.test(text.slice(at + role.length));
    return ' '.repeat(role.length - 1) + (goesOn ? ' ' : '.');
  });
}

/** Whether there is nothing else. */
export function isOnlyPeople(text: string): boolean {
  const people = withoutRoles(text)
    .replace(/^\s*[[(]?\d{1,4}[\].)]*\s/u, '')
    .replace(/[\s,.;:]+$/u, '');
  return /\p{L}/u.test(people) && people.length < 600 && namesEnd(`${people}. `, 0) >= people.length;
}

/** The index behind the authors and what ends them; `from` where there are none. */
export function findPeople(segments: Segments, from: number): number {
  const { text } = segments;
  const date = segments.first('date');
  const dated = date && date.start > from + 2 ? date.start : null;
  const quote = from + Math.max(0, OPENING.exec(text.slice(from))?.index ?? 0);
  if (quote > from + 2) {
    const end = dated !== null && dated < quote ? dated : quote;
    if (!SENTENCE.test(text.slice(from, end)) && arePeople(text.slice(from, end), 0.5)) return behind(text, from, end);
  }
  const end = namesEnd(withoutRoles(text), from);
  return dated !== null && isUpTo(segments, from, end, dated) ? dated : behind(text, from, end);
}

/** Nothing but people stands before the date. */
function isUpTo(segments: Segments, from: number, end: number, date: number): boolean {
  return end >= date - 3 || (isClose(segments, from, date) && arePeople(segments.text.slice(from, date), 0.8));
}

/** Nothing else has been found before the date, and no sentence ends there. */
function isClose(segments: Segments, from: number, date: number): boolean {
  const text = segments.text.slice(from, date).replaceAll(/\b(?:al|jr|sr|eds?)\./giu, '');
  return segments.isFree(from, date) && !SENTENCE.test(text) && !hasTitle(text);
}

/** A sentence ends, or there are words that no name has. */
const SENTENCE = /\p{Ll}{2}[.?!:]\s\p{Lu}|\s(?!and\s|with\s)\p{Ll}{4,}\s/u;

/** People, a title and who published it, all with capitals: a bracket that the date closes, a publisher. */
function hasTitle(text: string): boolean {
  return /\([^)]*,\s*$/u.test(text) || /\p{Ll}:\s\p{Lu}/u.test(text) || isPublisher(text);
}

function behind(text: string, from: number, end: number): number {
  const part = text.slice(from, end);
  return from + part.trimEnd().length;
}

function arePeople(text: string, least: number): boolean {
  const parts = partsOf(text);
  if (parts.length === 0 || text.length > 1200) return false;
  const good = parts.filter((part) => isPerson(part)).length;
  if (least > 0.5 && parts.some((part) => IN_TITLES.test(part)) && !COLLECTIVE.test(text)) return false;
  return good / parts.length >= least || (COLLECTIVE.test(text) && !/[.:?]\s\p{Lu}/u.test(text.trim()));
}

function partsOf(text: string): string[] {
  return text
    .replaceAll(/\bin\b:?\s(?=\p{Lu})|[()]/gu, ' ')
    .split(/[,;:&]|\s(?:and|et|und|y|a)\s|\.\s(?=\p{Lu}\p{Ll}{2})/u)
    .map((part) => part.replaceAll(/^[\s.]+|[\s:]+$/gu, ''))
    .filter((part) => part !== '');
}

function isPerson(part: string): boolean {
  return (ALONE.test(part) || isNameShaped(part)) && !SMALL.test(part);
}

const SEPARATOR =
  /\s*(?:,\s(?:and|et|und|y|&)\s|[,;&:]|\s(?:and|et|und|&|y)\s|(?<![\s.(-]\p{Lu}|^\p{Lu}|\p{Lu}\p{M}|\b(?:Jr|Sr|al|St))\.(?=\s))\s*|(?<=(?:^|[\s.-])\p{Lu})\.\s(?=\p{Lu}\p{Ll}+\s(?!(?:and|et|und|van|von|de|der|al)\b)\p{Ll})/gu;

const INITIALS_ALONE = /^(?:\p{Lu}\p{M}?\p{Ll}?\.?[\s-]*){1,4}$/u;
const ONE_WORD =
  /^(?:(?:\p{Ll}{1,4}|D[aeiu]|Del|Della|Dos|Van|Von|La|Le|El|Al|Ten|Ter|St\.?)\s)*\p{Lu}[\p{L}\p{M}'’´-]+$/u;
/** Initials behind a family name, and then a title that begins without any sign. */
const INTO_TITLE =
  /^((?:\p{Lu}\p{M}?\.[\s-]?)+)\s*(?:\p{Lu}\p{Ll}|An?\s\p{L}|\p{Lu}{3,}\s|\p{Lu}{2,}\d+(?:\s|$))|^((?:\p{Ll}{1,4}\s)*\p{Lu}[\p{L}'’-]+\s(?:\p{Lu}\p{M}?\.[\s-]?)+)\s\p{Lu}\p{Ll}+\s/u;

/** `Holm J. Night-long walks …`: behind the initials there is neither another nor a family name, as in `Ada J. Holm and …` */
const WITHOUT_STOPS =
  /^((?:\p{Ll}{1,4}\s)*\p{Lu}[\p{L}'’-]+\s\p{Lu}{1,3}\.)\s(?!\p{Lu}\.|(?:\p{Ll}{1,4}\s)*\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)?(?:[,.;:]|$|\s?\(|\s(?:and|&|et|und)\s\p{Lu}))/u;

/** Nobody in the list has a full stop: the first there is ends the people, whatever follows. */
const VANCOUVER = /(?:^|[\s,])\p{Lu}[\p{L}'’-]+\s\p{Lu}{1,3},\s*$/u;
const FIRST_STOP = /^((?:\p{Ll}{1,4}\s)*\p{Lu}[\p{L}'’-]+\s\p{Lu}{1,3}\.)\s/u;

interface Walk {
  /** Behind the last sign. */
  at: number;
  /** Behind the last that was a person for sure. */
  end: number;
  /** The last part was one word, which is a family name where initials or a given name follow. */
  waiting: boolean;
  /** An `and` stood before the part: it is the last. */
  isLast: boolean;
}

interface Cut {
  readonly stop: number;
  readonly next: number;
  readonly sign: string;
}

/** Where parts end, and with which sign. */
function cutsOf(text: string, from: number): Cut[] {
  const cuts = [...text.slice(from).matchAll(SEPARATOR)].map(({ index, 0: sign }) => ({
    stop: from + index,
    next: from + index + sign.length,
    sign: sign.trim(),
  }));
  return [...cuts, { stop: text.length, next: text.length, sign: '' }];
}

/** Part by part, until one is no person. A period that is not of an initial ends them. */
function namesEnd(text: string, from: number): number {
  const walk: Walk = { at: from, end: from, waiting: false, isLast: false };
  for (const cut of cutsOf(text, from)) {
    const [part, before] = [text.slice(walk.at, cut.stop).trim(), text.slice(from, walk.at)];
    const initials = initialsBeforeTitle(part, walk, from, before);
    if (initials !== null) return text.indexOf(initials, walk.at) + initials.trimEnd().length;
    const isNobody = (part !== '' && !isPerson(part)) || isTitleHead(part, before, cut.sign);
    if (isNobody || step(walk, part, cut, from)) return walk.end;
  }
  return walk.end;
}

const INITIAL = /(?:^|[\s.-])\p{Lu}\./u;

const GOES_ON = /^(?::|and|&)$/u;
/** `J. Öman, `: the initials come first. */
const INITIALS_FIRST =
  /(?:^|[,;]\s|\b(?:and|et|und)\s|&\s)(?:\p{Lu}\p{Ll}?\.[\s-]?)+(?:\p{Ll}{1,4}\s)*\p{Lu}[\p{L}'’-]+,\s*$/u;

/** `Lund, J. D., van Holm, A., Night Walks: …`, `R. C. Öman, Walks and Lamps, …`: no initials behind people who have them. */
function isTitleHead(part: string, before: string, sign: string): boolean {
  if (INITIAL.test(part) || COLLECTIVE.test(part) || !/^\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+)*$/u.test(part)) return false;
  if (INITIALS_FIRST.test(before)) return true;
  return GOES_ON.test(sign) && INITIAL.test(before) && part.split(' ').length === 2;
}

/** `Lipeck U. W. Deriving …`: the title begins behind the initials without any sign. */
function initialsBeforeTitle(part: string, { waiting, end }: Walk, from: number, before: string): string | null {
  const found = waiting || end > from ? INTO_TITLE.exec(part) : null;
  const form = VANCOUVER.test(before) ? FIRST_STOP : WITHOUT_STOPS;
  const last = INITIAL.test(before) ? undefined : form.exec(part)?.[1];
  if (last !== undefined) return last;
  return (waiting ? found?.[1] : undefined) ?? found?.[2] ?? null;
}

const LAST = /^,?\s?(?:and|et|und|y|&)$/u;

/** True where the sign behind the part ends the people. */
function step(walk: Walk, part: string, { next, sign }: Cut, from: number): boolean {
  const isFirst = walk.end === from;
  walk.waiting = isFamilyAlone(part) && !walk.waiting;
  walk.at = next;
  if (!walk.waiting || isFirst) walk.end = next;
  // Behind the last of them, who is whole, a comma ends them, too.
  const isOver = walk.isLast && !walk.waiting && sign === ',' && part.includes(' ');
  walk.isLast = LAST.test(sign);
  return isOver || (part !== '' && endsAt(walk, next, sign));
}

function isFamilyAlone(part: string): boolean {
  return ONE_WORD.test(part) && !INITIALS_ALONE.test(part) && part.length > 2;
}

function endsAt(walk: Walk, next: number, sign: string): boolean {
  if (sign !== '.' && sign !== ':') return false;
  if (!walk.waiting) walk.end = next;
  return true;
}
