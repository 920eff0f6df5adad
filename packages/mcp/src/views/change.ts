/** What changed in code, and by which commits, as clients and `--json` show it. */
import type {
  ChangedFileReport,
  ChangeExplanation,
  CodeMention,
  KeptRepository,
  LineCommit,
  SymbolChange,
  SymbolHistory,
  SymbolThen,
  Unclear,
  Why,
} from '@zapomni/core/code';
import { toAsked, toUnclear } from './symbol.ts';
import { iso } from './values.ts';

const SHORT = 12;

export function toCommit({ commit, at, author, subject }: LineCommit) {
  return { commit: commit.slice(0, SHORT), at: iso(at), author, subject };
}

export function toExplainedChange({
  repository,
  from,
  to,
  ...change
}: ChangeExplanation & { readonly repository: KeptRepository }) {
  return {
    repository: repository.value.name,
    ...(from === null ? {} : { from: { commit: from.commit.slice(0, SHORT), at: iso(from.at) } }),
    to: to === null ? { commit: 'worktree' } : { commit: to.commit.slice(0, SHORT), at: iso(to.at) },
    counts: { ...change.counts },
    files: change.files.map(toChangedFile),
    commits: change.commits.map(toCommit),
    more_commits: change.moreCommits,
    left_out: { ...change.leftOut },
  };
}

function toChangedFile({ path, before, state, symbols, rest }: ChangedFileReport) {
  return {
    path,
    ...(before === null ? {} : { before }),
    state,
    symbols: symbols.map(toSymbolChange),
    ...(rest ? { other_lines: true as const } : {}),
  };
}

function toSymbolChange({ change, symbol, before, bodyChanged, members }: SymbolChange) {
  const { qualified: name, kind, line, signature } = symbol;
  const isNoted = change !== 'body' && bodyChanged;
  return {
    change,
    name,
    kind,
    line,
    signature,
    ...(before === null || change === 'body' ? {} : { before: toBefore(before, symbol) }),
    ...(isNoted ? { body_changed: true as const } : {}),
    ...(members === 0 ? {} : { members }),
  };
}

/** Only what was another. */
function toBefore(before: SymbolChange['symbol'], { qualified, path, signature }: SymbolChange['symbol']) {
  return {
    ...(before.qualified === qualified ? {} : { name: before.qualified }),
    ...(before.path === path ? {} : { path: before.path, line: before.line }),
    ...(before.signature === signature ? {} : { signature: before.signature }),
  };
}

export type ShownChange = ReturnType<typeof toExplainedChange>;

/** Nothing for a memory that names none. */
export function toNamedCode(mentions: readonly CodeMention[]) {
  return mentions.length === 0 ? {} : { code: mentions.map(toMention) };
}

function toMention({ name, kind, path, line, repository, stale }: CodeMention) {
  return {
    name,
    kind,
    path,
    ...(line === null ? {} : { line }),
    repository,
    ...(stale === null ? {} : { stale }),
  };
}

export type ShownMention = ReturnType<typeof toMention>;

/** By itself: what was asked for, or those to choose from. */
export function toWhyAnswer(answer: Why | Unclear) {
  if ('status' in answer) return toUnclear(answer);
  return { ...toAsked(answer.meant.reader.repository, answer.meant.symbol), ...toWhy(answer) };
}

/** Beside what is told of a symbol; nothing of a name that does not say which. */
export function toWhy(answer: Why | Unclear) {
  if ('status' in answer) return {};
  const { history, memories, earlier } = answer;
  return {
    history: toHistory(history),
    ...(memories.length === 0 ? {} : { memories: memories.map(toNaming) }),
    ...(earlier === null ? {} : { as_of: toThen(earlier) }),
  };
}

const MOST_AUTHORS = 5;

function toHistory({ commits, more, since, file, note }: SymbolHistory) {
  return {
    commits: commits.map(toCommit),
    ...(more ? { more: true as const } : {}),
    ...(since === null ? {} : { since: toCommit(since) }),
    ...(file === null
      ? {}
      : { file_commits: file.commits, authors: file.authors.slice(0, MOST_AUTHORS).map(({ name }) => name) }),
    ...(note === null ? {} : { note }),
  };
}

function toNaming({ memory, stale }: CodeMention) {
  return { memory_id: memory, ...(stale === null ? {} : { stale }) };
}

function toThen({ commit, at, path, symbol }: SymbolThen) {
  const { line, signature, source } = symbol ?? {};
  return {
    commit: commit.slice(0, SHORT),
    at: iso(at),
    path,
    exists: symbol !== null,
    ...(symbol ? { line, signature, source } : {}),
  };
}

export type ShownHistory = ReturnType<typeof toHistory>;
export type ShownThen = ReturnType<typeof toThen>;
