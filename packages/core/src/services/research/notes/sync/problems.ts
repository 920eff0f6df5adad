/** What is wrong with files of the vault, and what the user can do about it, in words. */
import type { BrokenRegion, Fault } from '../note/regions.ts';
import type { NoteFormat } from '../note/formats/note-format.ts';
import { MOST_TAG, MOST_TAGS } from '../../library/keep/paper-facts.ts';
import { READ_STATES } from '../../library/store/paper-record.ts';
import { frontMatterFault, isDisplaced } from '../note/front-matter.ts';
import { ID_KEY, OWNED_KEYS, TWO_WAY, type OwnedKey } from '../note/owned-keys.ts';
import type { NoteProblem } from '../notes-request.ts';

/** A further file that says it is the note of a paper. */
export function copyProblem(file: string, ours: string): NoteProblem {
  return {
    file,
    problem: `It says that it is the note of the same paper as ${ours}, which is the one that is kept up to date; this one is left alone.`,
    fix: `Remove its line ${ID_KEY} to keep it as a note of your own, or remove one of the two files.`,
  };
}

export function regionProblem(file: string, { region, fault }: BrokenRegion, { mark }: NoteFormat): NoteProblem {
  const isConflict = region === 'conflict';
  const begin = (isConflict ? mark('conflict … …') : mark(`begin ${region}`)).replace(/^- /, '');
  const end = mark(`end ${region}`).replace(/^- /, '');
  const [problem, fix] = WORDS[fault]({ region, begin, end });
  const left = isConflict ? 'All of it is left as it is.' : 'The region is left as it is.';
  return { file, problem: `${problem} ${left}`, fix };
}

/** A property that the user may say, with what no paper can have. */
export function propertyProblem(file: string, key: OwnedKey): NoteProblem {
  const fix =
    key === 'tags'
      ? `Write a list of at most ${MOST_TAGS} tags, none longer than ${MOST_TAG} characters.`
      : `Write ${key === 'status' ? READ_STATES.join(', ') : 'a whole number from 1 to 5'}, or remove the line.`;
  return { file, problem: `The library cannot take what it says in ${key}, which is left as it is.`, fix };
}

/** What the user wrote, and cannot be remembered. */
export function textProblem(file: string, why: string): NoteProblem {
  return {
    file,
    problem: `What you wrote in it is not remembered, and stays in the file: ${why}`,
    fix: 'Put part of it into a note of its own.',
  };
}

/** Of properties and regions that both sides have changed. */
export function conflictAdvice(parts: readonly string[]): string {
  const isBoth = (part: string) => (TWO_WAY as readonly string[]).includes(part);
  const isKey = (part: string) => (OWNED_KEYS as readonly string[]).includes(part);
  const [both, told] = [parts.filter(isBoth), parts.filter((part) => isKey(part) && !isBoth(part))];
  return [
    parts.every(isKey)
      ? ''
      : 'What the library says stands below the region: take of it what you want, and remove that block.',
    told.length === 0
      ? ''
      : `Yours stands in ${told.join(', ')}; the library has another (get_article_details, zapomni papers show).`,
    both.length === 0 ? '' : `In ${both.join(', ')} the later word counts.`,
  ]
    .filter((advice) => advice !== '')
    .join(' ');
}

interface Lines {
  readonly region: string;
  readonly begin: string;
  readonly end: string;
}

const WORDS: Readonly<Record<Fault, (lines: Lines) => readonly [problem: string, fix: string]>> = {
  no_end: ({ region, begin, end }) => [
    `The region ${region} has no end: the line ${end} is missing.`,
    `Put the line below the text that it is to end, or remove the line ${begin} to keep the text as your own.`,
  ],
  no_begin: ({ region, begin, end }) => [
    `The region ${region} has no beginning: the line ${begin} is missing.`,
    `Put the line above the text that it is to begin, or remove the line ${end} to keep the text as your own.`,
  ],
  twice: ({ region, begin, end }) => [
    `The region ${region} is there more than once.`,
    `Leave one pair of the lines ${begin} and ${end}, and remove the others; their text may stay.`,
  ],
  around_another: ({ region, begin, end }) => [
    `The region ${region} has the lines of another one in it.`,
    `Put the lines of the other one below the line ${end}, or remove the lines ${begin} and ${end} to keep the text as your own.`,
  ],
  altered: ({ region, begin, end }) => [
    `A line that marks the region ${region} was changed.`,
    `Write the lines as they were: ${begin} and ${end}, each alone on its line.`,
  ],
};

/** Of a note that the walk of the vault does not tell. */
export function whyUnseen(reason: string): string {
  return reason === 'link'
    ? 'It is a link, or lies in a linked folder, and links are not followed. Put the file itself there.'
    : `It is there and cannot be read (${reason.replaceAll('_', ' ')}). Let this user read it, or move it to where it can be read.`;
}

export function whyUnmergeable(content: string): string {
  if (isDisplaced(content))
    return 'Its properties are no front matter any more: three dashes, alone on their lines, stand above them as the first line of the file and below them. Until then the note is left as it is.';
  const line = frontMatterFault(content);
  return line === null
    ? 'Its front matter cannot be changed without touching what is yours. Write its properties one to a line, without braces or anchors.'
    : `Its front matter is no YAML that can be read (line ${line}). Mend the line; until then the note is left as it is.`;
}

export const BUSY = 'It is being changed just now; the next synchronisation looks again.';
