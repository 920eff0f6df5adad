/** Calls, references, relatives and what a change may break, as clients and `--json` show them. */
import type {
  Affected,
  AffectedFile,
  CalleeEdge,
  Callees,
  CallerEdge,
  Callers,
  CallTarget,
  Hierarchy,
  Impact,
  PackageUse,
  Reference,
  References,
  Relative,
  Unclear,
} from '@zapomni/core/code';
import { toAsked, toSymbol, toUnclear } from './symbol.ts';
import { round } from './values.ts';

const MOST_NAMES = 20;

export function toCallers(callers: Callers | Unclear) {
  if ('status' in callers) return toUnclear(callers);
  const { meant, edges, total, complete, guesses } = callers;
  const { repository } = meant.reader;
  return {
    ...toAsked(repository, meant.symbol),
    ...counted(edges, { total, complete, guesses }),
    callers: edges.map(toCaller),
    unresolved_in_repository: repository.value.counts.unresolved,
  };
}

interface Counts {
  readonly total: number;
  readonly complete: boolean;
  readonly guesses: number;
}

function counted(edges: readonly unknown[], { total, complete, guesses }: Counts) {
  return { count: edges.length, total, left_out: total - edges.length, complete, guesses_left_out: guesses };
}

function toCaller(edge: CallerEdge) {
  const { caller, callee, how, candidates, isTest } = edge;
  return {
    ...(caller ? { caller: toSymbol(caller) } : {}),
    ...(callee ? { callee: callee.value.qualified } : {}),
    ...siteOf(edge),
    how,
    ...(candidates > 1 ? { candidates } : {}),
    ...(isTest ? { is_test: true } : {}),
  };
}

function siteOf({ path, line, depth, type, args, low }: CallerEdge | CalleeEdge) {
  return {
    path,
    line,
    depth,
    call_type: type,
    ...(args === null ? {} : { argument_count: args }),
    ...(low ? { low: true } : {}),
  };
}

export function toCallees(callees: Callees | Unclear) {
  if ('status' in callees) return toUnclear(callees);
  const { meant, edges, unresolved, ...counts } = callees;
  const names = [...new Set(unresolved.map(({ name }) => name).filter((name) => name !== ''))];
  return {
    ...toAsked(meant.reader.repository, meant.symbol),
    ...counted(edges, counts),
    callees: edges.map(toCallee),
    unresolved: unresolved.length,
    unresolved_names: names.slice(0, MOST_NAMES),
  };
}

function toCallee(edge: CalleeEdge) {
  const { caller, targets, cut } = edge;
  return {
    caller: caller.value.qualified,
    ...siteOf(edge),
    targets: targets.map(toTarget),
    ...(targets.length > 1 ? { candidates: targets.length } : {}),
    ...(cut ? { more_possible: true } : {}),
  };
}

function toTarget(target: CallTarget) {
  if ('external' in target) return { name: target.external, external: true };
  if ('builtin' in target) return { name: target.builtin, builtin: true };
  return { ...toSymbol(target.symbol), how: target.how };
}

export function toReferences(references: References | Unclear) {
  if ('status' in references) return { ...toUnclear(references), ...toPackageUses(references.packages) };
  const { meant, references: shown, total, counts, files, guesses } = references;
  return {
    ...toAsked(meant.reader.repository, meant.symbol),
    ...counted(shown, { total, complete: true, guesses }),
    files,
    by_kind: { ...counts },
    references: shown.map(toReference),
    ...toPackageUses(references.packages),
  };
}

/** Nothing for a name that no manifest has. */
function toPackageUses(uses: readonly PackageUse[] = []) {
  if (uses.length === 0) return {};
  return {
    packages: uses.map(({ repository, path, use, range }) => ({
      repository: repository.value.name,
      path,
      use,
      ...(range === null ? {} : { range }),
    })),
  };
}

function toReference({ kind, path, line, from, how, candidates, low }: Reference) {
  return {
    kind,
    path,
    line,
    ...(from ? { from: from.value.qualified, from_id: from.key } : {}),
    how,
    ...(candidates > 1 ? { candidates } : {}),
    ...(low ? { low: true } : {}),
  };
}

export function toHierarchy(hierarchy: Hierarchy | Unclear) {
  if ('status' in hierarchy) return toUnclear(hierarchy);
  const { meant, above, below, belowTotal, unknownBases, complete } = hierarchy;
  return {
    ...toAsked(meant.reader.repository, meant.symbol),
    above: above.map(toRelative),
    below: below.map(toRelative),
    below_total: belowTotal,
    ...(unknownBases.length === 0 ? {} : { external_bases: [...unknownBases] }),
    complete,
  };
}

function toRelative({ symbol, relation, depth, through }: Relative) {
  return { ...toSymbol(symbol), relation, depth, ...(depth > 1 ? { through: through.value.qualified } : {}) };
}

export function toImpact(impact: Impact | Unclear) {
  if ('status' in impact) return toUnclear(impact);
  const { meant, affected, affectedTotal, tests, testsTotal, files, filesTotal, levels, complete } = impact;
  return {
    ...toAsked(meant.reader.repository, meant.symbol),
    affected_total: affectedTotal,
    by_depth: [...levels],
    complete,
    affected: affected.map(toAffected),
    tests_total: testsTotal,
    tests: tests.map(toAffected),
    tests_indexed: meant.reader.repository.value.options.include_tests,
    files_total: filesTotal,
    files: files.map(toFile),
  };
}

function toAffected({ symbol, score, depth, kind, how, path, line, through }: Affected) {
  return {
    ...(symbol ? { symbol_id: symbol.key, name: symbol.value.qualified, kind: symbol.value.kind } : {}),
    path,
    line,
    score: round(score),
    depth,
    why: { relation: kind, how, ...(through ? { of: through.value.qualified } : {}) },
  };
}

function toFile({ path, score, symbols, isTest, together }: AffectedFile) {
  return {
    path,
    score: round(score),
    symbols,
    ...(isTest ? { is_test: true } : {}),
    ...(together === undefined ? {} : { changed_together: together }),
  };
}
