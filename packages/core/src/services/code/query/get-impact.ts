/** What may break if a symbol changes: who stands on it, which tests reach it, in which files. */
import type { Deps } from '../../deps.ts';
import type { EdgeHow, EdgeKind } from '../link/index.ts';
import type { KeptRepository, KeptSymbol } from '../store/index.ts';
import type { CodeReader } from './code-reader.ts';
import { walkImpact, type Touched } from './impact-walk.ts';
import { byImportance } from './lookup.ts';
import { meaningOf, withMembers, type Unclear, type Meant, type NameRequest } from './meaning.ts';

export const DEEPEST_IMPACT = 5;

export interface ImpactRequest extends NameRequest {
  readonly depth: number;
  readonly limit: number;
}

/** One that may break, and by which edge that is known. */
export interface Affected {
  /** Null for what a file does when it is loaded. */
  readonly symbol: KeptSymbol | null;
  readonly score: number;
  readonly depth: number;
  readonly kind: EdgeKind;
  readonly how: EdgeHow;
  readonly path: string;
  readonly line: number;
  /** What it uses of what changes, a step nearer to it. */
  readonly through: KeptSymbol | null;
}

export interface AffectedFile {
  readonly path: string;
  readonly score: number;
  readonly symbols: number;
  readonly isTest: boolean;
  /** In how many commits it changed together with the symbol's file, where that is known. */
  readonly together?: number;
}

export interface Impact {
  readonly meant: Meant;
  readonly affected: readonly Affected[];
  readonly affectedTotal: number;
  readonly tests: readonly Affected[];
  readonly testsTotal: number;
  readonly files: readonly AffectedFile[];
  readonly filesTotal: number;
  /** How many symbols each level has, from the nearest. */
  readonly levels: readonly number[];
  readonly complete: boolean;
}

/** Files that changed in the same commits as this one: what no edge shows. The score is from 0 to 1. */
export type ChangesTogether = (
  repository: KeptRepository,
  path: string,
) => Promise<readonly { readonly path: string; readonly score: number; readonly commits: number }[]>;

export async function getImpact(
  deps: Deps,
  request: ImpactRequest,
  changesTogether?: ChangesTogether,
): Promise<Impact | Unclear> {
  const meaning = await meaningOf(deps, request);
  if (meaning.status !== 'found') return meaning;
  const { meant } = meaning;
  const { reader, symbol } = meant;
  const start = (await withMembers(meant)).map((id) => ({ id, file: symbol.value.file }));
  const { touched, complete } = await walkImpact(reader, start, request.depth);
  const [tests, others] = [touched.filter(({ isTest }) => isTest), touched.filter(({ isTest }) => !isTest)];
  const shown = await toAffected(reader, [...others.slice(0, request.limit), ...tests.slice(0, request.limit)]);
  const isTest = new Set(tests.map(({ id }) => id));
  const together = (await changesTogether?.(reader.repository, symbol.value.path)) ?? [];
  const files = filesOf(touched, together);
  return {
    meant,
    affected: shown.filter(({ id }) => !isTest.has(id)).map(({ affected }) => affected),
    affectedTotal: others.length,
    tests: shown.filter(({ id }) => isTest.has(id)).map(({ affected }) => affected),
    testsTotal: tests.length,
    files: files.slice(0, request.limit),
    filesTotal: files.length,
    levels: levelsOf(touched),
    complete,
  };
}

interface Shown {
  readonly id: string;
  readonly affected: Affected;
}

async function toAffected(reader: CodeReader, touched: readonly Touched[]): Promise<Shown[]> {
  const symbols = await reader.symbolsOf(touched.flatMap(({ id, by }) => [id, by.to]));
  const shown = touched.map(({ id, score, depth, path, by }) => ({
    id,
    affected: {
      symbol: symbols.get(id) ?? null,
      score,
      depth,
      kind: by.kind,
      how: by.how,
      path,
      line: by.line,
      through: symbols.get(by.to) ?? null,
    },
  }));
  return shown.sort((a, b) => b.affected.score - a.affected.score || byWeight(a.affected, b.affected));
}

function byWeight({ symbol: a }: Affected, { symbol: b }: Affected): number {
  return a && b ? byImportance(a, b) : Number(a === null) - Number(b === null);
}

function filesOf(touched: readonly Touched[], together: Awaited<ReturnType<ChangesTogether>>): AffectedFile[] {
  const files = new Map<string, AffectedFile>();
  for (const { path, score, isTest } of touched) {
    const { symbols = 0, score: best = 0, isTest: wasTest = true } = files.get(path) ?? {};
    files.set(path, { path, score: Math.max(best, score), symbols: symbols + 1, isTest: wasTest && isTest });
  }
  for (const { path, score, commits } of together) {
    const known = files.get(path) ?? { path, score: 0, symbols: 0, isTest: false };
    files.set(path, { ...known, score: Math.max(known.score, score), together: commits });
  }
  return [...files.values()].sort((a, b) => b.score - a.score || b.symbols - a.symbols || (a.path < b.path ? -1 : 1));
}

function levelsOf(touched: readonly Touched[]): number[] {
  const levels: number[] = [];
  for (const { depth } of touched) levels[depth - 1] = (levels[depth - 1] ?? 0) + 1;
  return levels;
}
