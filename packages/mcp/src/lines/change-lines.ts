/** What changed in code, in words: for models, and for the terminal. */
import type { ShownChange, ShownHistory, ShownMention, ShownThen } from '../views/index.ts';
import { shorten } from './memory-lines.ts';

type Told = Pick<ShownChange, 'repository' | 'counts' | 'files' | 'commits' | 'more_commits' | 'left_out'> & {
  readonly from?: ShownChange['from'] | undefined;
  readonly to: { readonly commit: string };
};
type ToldFile = Told['files'][number];
type ToldSymbol = ToldFile['symbols'][number];

export function changeText({ repository, from, to, counts, files, commits, more_commits, left_out }: Told): string {
  const kinds = Object.entries(counts).filter(([, count]) => count > 0);
  const sum =
    kinds.length === 0 ? 'no symbol changed' : kinds.map(([kind, n]) => `${n} ${WORDS[kind] ?? kind}`).join(', ');
  return [
    `${repository}, ${from?.commit ?? 'the beginning'}..${to.commit}: ${sum}.`,
    ...files.flatMap(fileLines),
    ...(commits.length > 0 ? ['Commits:'] : []),
    ...commits.map((commit) => `- ${commitLine(commit)}`),
    ...(more_commits ? ['- and older ones'] : []),
    ...leftOutLines(left_out),
  ].join('\n');
}

const WORDS: Readonly<Record<string, string>> = { signature: 'with another signature', body: 'with another body' };

function leftOutLines({ files, symbols }: Told['left_out']): string[] {
  return [
    ...(symbols > 0 ? [`${symbols} more changes are left out: raise limit, or name a path.`] : []),
    ...(files > 0 ? [`${files} more files were not looked at: name a path, or commits that are closer.`] : []),
  ];
}

function fileLines({ path, before, state, symbols, other_lines: others }: ToldFile): string[] {
  const was = before === undefined ? state : `renamed from ${shorten(before, 300)}`;
  const rest = others && symbols.length === 0 ? '; nothing in a symbol' : '';
  return [`${shorten(path, 300)} (${was}${rest})`, ...symbols.map((symbol) => `  ${symbolChangeLine(symbol)}`)];
}

/** `signature Foo.bar (method) :12; was bar(a); now bar(a, b)`. */
function symbolChangeLine(told: ToldSymbol): string {
  const { change, name, kind, line, body_changed: body, members } = told;
  const notes = [
    ...beforeNotes(told),
    body ? 'its body changed too' : '',
    members === undefined ? '' : `with ${members} members`,
  ].filter((note) => note !== '');
  return `${change} ${name} (${kind}) :${line}${notes.length === 0 ? '' : `; ${notes.join('; ')}`}`;
}

function beforeNotes({ change, signature, before }: ToldSymbol): string[] {
  if (!before) return [];
  if (change === 'signature') return [`was ${shorten(before.signature ?? '', 200)}`, `now ${shorten(signature, 200)}`];
  return [
    before.name === undefined ? '' : `was ${before.name}`,
    before.path === undefined ? '' : `from ${before.path}:${before.line ?? 1}`,
  ];
}

/** `Names Foo.bar (method) src/foo.py:12, which has changed since.` */
export function mentionLine({ name, kind, path, line, stale }: ShownMention): string {
  const place = line === undefined ? shorten(path, 300) : `${shorten(path, 300)}:${line}`;
  const what = kind === 'file' ? place : `${shorten(name, 200)} (${kind}) ${place}`;
  const since = { changed: ', which has changed since', gone: ', which is gone' };
  return `Names ${what}${stale === undefined ? '' : since[stale]}.`;
}

function commitLine({ commit, at, author, subject }: Told['commits'][number]): string {
  return `${commit} ${at.slice(0, 10)} ${author}: ${shorten(subject, 200)}`;
}

/** Fields that are not there may be there without a value. */
type Loose<T> = { readonly [K in keyof T]: undefined extends T[K] ? T[K] | undefined : T[K] };

interface ToldWhy {
  readonly history?: Loose<ShownHistory> | undefined;
  readonly memories?: readonly { readonly memory_id: string; readonly stale?: string | undefined }[] | undefined;
  readonly as_of?: Loose<ShownThen> | undefined;
}

/** The commits of a symbol, the memories that name it, and how it was. */
export function whyLines({ history, memories = [], as_of: earlier }: ToldWhy): string[] {
  return [
    ...(history ? historyLines(history) : []),
    ...memories.map((one) => `Named by memory ${one.memory_id}${one.stale ? ', from before it changed' : ''}.`),
    ...(earlier ? thenLines(earlier) : []),
  ];
}

function historyLines({ commits, more, since, note }: NonNullable<ToldWhy['history']>): string[] {
  return [
    ...(commits.length > 0 ? ['Changed by:', ...commits.map((commit) => `- ${commitLine(commit)}`)] : []),
    ...(more ? ['- and older commits'] : []),
    ...(since ? [`There since ${commitLine(since)}`] : []),
    ...(note === undefined ? [] : [note]),
  ];
}

function thenLines({ commit, at, path, exists, line, source }: NonNullable<ToldWhy['as_of']>): string[] {
  const when = `${commit} (${at.slice(0, 10)})`;
  if (!exists) return [`It was not in ${shorten(path, 300)} at ${when}.`];
  return [`At ${when}, ${shorten(path, 300)}:${line ?? 1}:`, '```', source ?? '', '```'];
}
