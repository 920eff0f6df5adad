/** What a person is likely to type next, from what the workspace holds: its tags, its sources, the workspaces there are. */
import type { MemorySummary } from '@zapomni/core/model';
import type { KeptPaper } from '@zapomni/core/research';
import type { Suggest, ZapomniRequest } from './zapomni-request.ts';
import { currentWorkspace } from './workspace.ts';

/** Suggestions come from the newest memories: what was spoken of lately is spoken of again. */
const LOOKED_AT = 500;

/** Tags, the most used first. */
export const suggestTopics: Suggest = async (typed, given, request) =>
  matching(typed, await tagsInUse(request, workspaceOf(given, request)));

/** Where memories came from, such as files, the most used first. */
export const suggestSources: Suggest = async (typed, given, request) =>
  matching(typed, mostUsed((await newest(request, workspaceOf(given, request))).map(({ source }) => source)));

export const suggestWorkspaces: Suggest = async (typed, _given, { app }) =>
  matching(
    typed,
    (await app.workspaces.list()).map(({ id }) => id),
  );

/** Ids of memories, the newest first. */
export const suggestMemories: Suggest = async (typed, given, request) =>
  matching(
    typed,
    (await newest(request, workspaceOf(given, request))).map(({ id }) => id),
  );

/** More of them are shown nowhere. */
const MOST_PAPERS = 100;

/**
 * Citekeys of papers: of all whose citekey or title begins with what was typed, then of the newest that hold it anywhere; the newest where
 * nothing was typed.
 */
export const suggestPapers: Suggest = async (typed, given, request) => {
  const workspace = workspaceOf(given, request);
  const papers = await newestPapers(request, workspace);
  const begin = await request.app.research.library.beginning(workspace, typed.trim(), MOST_PAPERS);
  const keys = papers.map(nameOf);
  const titled = papers.filter(({ value }) => value.item.title?.toLowerCase().includes(typed.toLowerCase()));
  return [...new Set([...begin.map(nameOf), ...matching(typed, keys), ...titled.map(nameOf)])];
};

/** Of several, separated by semicolons, the last is the one that is typed. */
export const suggestMorePapers: Suggest = async (typed, given, request) => {
  const before = typed.slice(0, typed.lastIndexOf(';') + 1);
  const last = typed.slice(before.length);
  const found = await suggestPapers(last.trimStart(), given, request);
  return before === '' ? found : found.map((name) => `${before} ${name}`);
};

function nameOf({ key, value }: KeptPaper): string {
  return value.citekey ?? key;
}

/** Tags and keywords of papers, the most used first. */
export const suggestPaperTopics: Suggest = async (typed, given, request) => {
  const papers = await newestPapers(request, workspaceOf(given, request));
  return matching(typed, mostUsed(papers.flatMap(({ value }) => [...value.tags, ...(value.item.keywords ?? [])])));
};

/** Names of what is followed, in the order in which it was begun. */
export const suggestQueries: Suggest = async (typed, given, request) => {
  const queries = await request.app.research.queries.list(workspaceOf(given, request));
  return matching(
    typed,
    queries.map(({ query }) => query.value.name),
  );
};

/** Paths of notes in the vault. */
export const suggestNotes: Suggest = async (typed, given, request) =>
  matching(typed, await request.app.research.notes.paths(workspaceOf(given, request)));

export async function tagsInUse(request: ZapomniRequest, workspace: string): Promise<string[]> {
  return mostUsed((await newest(request, workspace)).flatMap(({ tags }) => tags));
}

/** A workspace that does not exist holds nothing, and nothing is suggested from it. */
function workspaceOf(given: Readonly<Record<string, string>>, request: ZapomniRequest): string {
  return given['workspace'] || currentWorkspace(request);
}

async function newest({ app }: ZapomniRequest, workspace: string): Promise<readonly MemorySummary[]> {
  return (await app.memories.list({ workspace, limit: LOOKED_AT })).items;
}

async function newestPapers({ app }: ZapomniRequest, workspace: string): Promise<readonly KeptPaper[]> {
  return (await app.research.library.list({ workspace, limit: LOOKED_AT })).items;
}

function mostUsed(words: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of words) if (word !== '') counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([word]) => word);
}

/** What begins with the typed characters comes before what only holds them. */
function matching(typed: string, values: readonly string[]): string[] {
  const wanted = typed.toLowerCase();
  const begins = (value: string) => value.toLowerCase().startsWith(wanted);
  const holds = (value: string) => !begins(value) && value.toLowerCase().includes(wanted);
  return [...values.filter(begins), ...values.filter(holds)];
}
