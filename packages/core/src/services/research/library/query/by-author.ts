/**
 * Papers by somebody who wrote them. The index holds whole family names, in which most are found; who is named by a part of one (`García` of
 * García Márquez, `Berg` of van der Berg, a group without its `The`, a name without a space) is looked for among all names.
 */
import { invalidField } from '../../../../errors/index.ts';
import type { Contributor } from '../../../../model/papers/index.ts';
import type { Deps } from '../../../deps.ts';
import { fold } from '../keep/keys.ts';
import { papersOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';

/** By the family name; given names narrow it where they are said, in either order. */
export async function byAuthor(deps: Deps, workspace: string, author: string): Promise<KeptPaper[]> {
  const words = fold(author)
    .split(' ')
    .filter((word) => word !== '');
  if (words.length === 0) throw invalidField('author', 'has no letters');
  const family = author.includes(',') ? fold(author.split(',')[0] ?? '') : null;
  const ways = family === null ? [words.join(' '), words.at(-1) ?? '', words[0] ?? ''] : [family];
  for (const name of new Set(ways)) {
    const fitting = await byNames(deps, workspace, [name], words);
    if (fitting.length > 0) return fitting;
  }
  return byPartOfName(deps, workspace, words);
}

/** Looks at every name of the library, so it is for what is found no other way. */
export async function byPartOfName(deps: Deps, workspace: string, words: readonly string[]): Promise<KeptPaper[]> {
  return byNames(deps, workspace, await partlyNamed(deps, workspace, words), words);
}

export async function byNames(
  deps: Deps,
  workspace: string,
  names: Iterable<string>,
  words: readonly string[],
): Promise<KeptPaper[]> {
  const found = new Map<string, KeptPaper>();
  for (const name of names) {
    const stretch = { index: 'by_name' as const, where: { names: name }, limit: 500 };
    for await (const paper of papersOf(deps).each(workspace, stretch))
      if (hasAuthor(paper, words)) found.set(paper.key, paper);
  }
  return [...found.values()];
}

/** Names of the library of which the first or the last word is a part, or that begin or end what was written as one. */
async function partlyNamed(deps: Deps, workspace: string, words: readonly string[]): Promise<string[]> {
  const names = await papersOf(deps).tally(workspace, 'by_name', 1);
  const whole = words.join('');
  const ends = new Set([words[0], words.at(-1)]);
  return [...names.keys()].filter(
    (name) =>
      name.split(' ').some((part) => ends.has(part)) ||
      (isUnspaced(whole) && name !== '' && (whole.startsWith(name) || whole.endsWith(name))),
  );
}

/** All of the words, initials too, in the name of one author. */
function hasAuthor({ value: { item } }: KeptPaper, words: readonly string[]): boolean {
  return item.contributors.some((person) => {
    const name = fold(partsOf(person).join(' ')).split(' ');
    return words.every((word) => name.some((part) => isPart(part, word))) || isWrittenAsOne(name, words);
  });
}

function isPart(part: string, word: string): boolean {
  return part === word || (word.length === 1 ? part.startsWith(word) : part.length === 1 && word.startsWith(part));
}

function partsOf({ role: _role, ...parts }: Contributor): string[] {
  return Object.values(parts);
}

/** In scripts that part no words a name is often one: 王小明. */
function isWrittenAsOne(name: readonly string[], words: readonly string[]): boolean {
  const whole = words.join('');
  return isUnspaced(whole) && [name.join(''), name.toReversed().join('')].includes(whole);
}

function isUnspaced(text: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u.test(text);
}
