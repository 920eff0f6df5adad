/** Symbols of code, and what a name may mean, as clients and `--json` show them. */
import type {
  CodeMap,
  DeadCode,
  FoundSymbol,
  FoundSymbols,
  KeptRepository,
  KeptSymbol,
  SymbolDetails,
  Unclear,
} from '@zapomni/core/code';

/** Enough to know it by and to ask on. */
export function toSymbol({ key, value }: KeptSymbol) {
  return {
    symbol_id: key,
    name: value.qualified,
    kind: value.kind,
    path: value.path,
    line: value.line,
    end_line: value.lines[1],
    signature: value.signature,
    ...(value.is_test ? { is_test: true } : {}),
  };
}

function toFoundSymbol({ repository, symbol, match }: FoundSymbol) {
  return { ...toSymbol(symbol), repository: repository.value.name, match, callers: symbol.value.callers };
}

export function toFoundSymbols({ found, total, complete }: FoundSymbols) {
  return { count: found.length, total, complete, symbols: found.map(toFoundSymbol) };
}

/** Of a name that means several symbols, or none. */
export function toUnclear(unclear: Unclear) {
  if (unclear.status === 'not_found')
    return { status: unclear.status, suggestions: unclear.suggestions.map(toFoundSymbol) };
  const { status, candidates, total, complete } = unclear;
  return { status, candidates: candidates.map(toFoundSymbol), candidates_total: total, candidates_complete: complete };
}

/** What was asked for. `edges_behind`: files are newer than what is known of who calls whom. */
export function toAsked(repository: KeptRepository, symbol: KeptSymbol) {
  const { name, linked, generation } = repository.value;
  return {
    status: 'found' as const,
    symbol: { ...toSymbol(symbol), repository: name },
    ...(linked === generation ? {} : { edges_behind: true }),
  };
}

export function toSymbolDetails(details: SymbolDetails | Unclear) {
  if ('status' in details) return toUnclear(details);
  const { meant, parent, members, others, source, file } = details;
  const { value } = meant.symbol;
  return {
    ...toAsked(meant.reader.repository, meant.symbol),
    language: value.language,
    ...(value.doc === null ? {} : { doc: value.doc }),
    ...(value.visibility === null ? {} : { visibility: value.visibility }),
    flags: [...value.flags],
    bases: [...value.bases],
    decorators: [...value.decorators],
    ...(parent ? { parent: toSymbol(parent) } : {}),
    members: members.map(toSymbol),
    ...(others.length === 0 ? {} : { overloads: others.map(toSymbol) }),
    callers: value.callers,
    callees: value.callees,
    first_line: value.lines[0],
    ...(file?.value.state === 'partial' ? { partial: true } : {}),
    ...(source ? { source: source.text, ...(source.leftOut === 0 ? {} : { source_left_out: source.leftOut }) } : {}),
  };
}

export function toCodeMap({ repository, path, text, tokens, files, symbols }: CodeMap) {
  return {
    repository: repository.value.name,
    ...(path === '' ? {} : { path }),
    map: text,
    tokens,
    files_shown: files.shown,
    files_total: files.total,
    symbols_shown: symbols.shown,
    symbols_total: symbols.total,
  };
}

export function toDeadCode({ repository, found, spared, looked, complete }: DeadCode) {
  return {
    repository: repository.value.name,
    count: found.length,
    complete,
    symbols_looked_at: looked,
    tests_indexed: repository.value.options.include_tests,
    symbols: found.map(({ symbol, belief, why }) => ({ ...toSymbol(symbol), confidence: belief, why: [...why] })),
    not_reported: { ...spared },
  };
}
