/** Symbols and calls in the texts of tools: one line each, with the place that an editor can open. */
import { shorten } from './memory-lines.ts';

interface Named {
  readonly name: string;
  readonly kind: string;
  readonly path: string;
  readonly line: number;
}

interface Candidate extends Named {
  readonly symbol_id: string;
  readonly repository: string;
}

/** `Foo.bar (method) src/foo.py:12`. */
export function symbolLine({ name, kind, path, line }: Named): string {
  return `${shorten(name, 200)} (${kind}) ${shorten(path, 300)}:${line}`;
}

/** The same with how it is written. */
export function signatureLine(symbol: Named & { readonly signature: string }): string {
  return `${symbolLine(symbol)}  ${shorten(symbol.signature, 200)}`;
}

interface Meaning {
  readonly status: 'found' | 'ambiguous' | 'not_found';
  readonly candidates?: readonly Candidate[] | undefined;
  readonly candidates_total?: number | undefined;
  readonly candidates_complete?: boolean | undefined;
  readonly suggestions?: readonly Candidate[] | undefined;
}

/** What to do about a name that several symbols have, or none. */
export function unclearText(name: string, meaning: Meaning): string {
  const said = JSON.stringify(shorten(name, 100));
  const { candidates = [], suggestions = [] } = meaning;
  if (meaning.status === 'ambiguous') {
    const more = meaning.candidates_complete === false ? 'more than ' : '';
    return [
      `${said} means ${more}${meaning.candidates_total ?? 0} symbols. Say which: by a longer name, path:line or symbol_id.`,
      ...candidates.map((one) => `- ${symbolLine(one)}, id ${one.symbol_id}${inRepository(one, candidates)}`),
    ].join('\n');
  }
  return [
    `No symbol is called ${said}.`,
    ...(suggestions.length > 0
      ? ['Did you mean:', ...suggestions.map((one) => `- ${symbolLine(one)}`)]
      : ['find_symbol finds by beginnings and near spellings, search_code by words and meaning.']),
  ].join('\n');
}

/** Said only where there is more than one. */
export function inRepository({ repository }: Candidate, among: readonly Candidate[]): string {
  return among.some((one) => one.repository !== repository) ? `, in ${repository}` : '';
}

interface Site {
  readonly how?: string | undefined;
  readonly candidates?: number | undefined;
  readonly low?: boolean | undefined;
  readonly call_type?: string | undefined;
  readonly argument_count?: number | undefined;
}

/** `[import, one of 3, constructor, 2 arguments]`. */
export function siteText({ how, candidates, low, call_type, argument_count: count }: Site): string {
  const parts = [how, candidates === undefined ? undefined : `one of ${candidates}`, low ? 'a guess' : undefined];
  const call = [call_type, count === undefined ? undefined : `${count} ${count === 1 ? 'argument' : 'arguments'}`];
  return `[${[...parts, ...call].filter((part) => part !== undefined).join(', ')}]`;
}

interface Counts {
  readonly left_out?: number | undefined;
  readonly complete?: boolean | undefined;
  readonly guesses_left_out?: number | undefined;
  readonly edges_behind?: boolean | undefined;
}

/** What a list does not show. */
export function leftOutText(counts: Counts): string[] {
  const { left_out: left = 0, complete = true, guesses_left_out: guessed = 0, edges_behind: behind = false } = counts;
  return [
    ...(behind
      ? ['Files have changed since calls were linked: this may be old. index_codebase brings it up to date.']
      : []),
    ...(left > 0 ? [`${left} more are left out: raise limit.`] : []),
    ...(complete ? [] : ['There are so many that not all were followed.']),
    ...(guessed > 0 ? [`${guessed} known by their name alone are left out: guesses shows them.`] : []),
  ];
}
