/** Why a symbol is as it is: the commits that changed its lines, the memories that name it, and how it was at another time. */
import type { Deps } from '../../deps.ts';
import { memoriesNaming, type CodeMention } from '../mentions/code-of.ts';
import { meaningOf, type Meant, type NameRequest, type Unclear } from '../query/meaning.ts';
import { historyOf, type HistoryOptions, type SymbolHistory } from './history-of.ts';
import { symbolAt, type SymbolThen } from './symbol-at.ts';

export interface WhyRequest extends NameRequest, HistoryOptions {
  /** A commit, a name of Git's or a time: how it was then is told too. */
  readonly asOf?: string | undefined;
}

export interface Why {
  readonly meant: Meant;
  readonly history: SymbolHistory;
  readonly memories: readonly CodeMention[];
  /** Null where it was not asked for. */
  readonly earlier: SymbolThen | null;
}

export async function why(deps: Deps, { asOf, ...request }: WhyRequest): Promise<Why | Unclear> {
  const meaning = await meaningOf(deps, request);
  if (meaning.status !== 'found') return meaning;
  const { reader, symbol, ids } = meaning.meant;
  const earlier =
    asOf === undefined ? null : await symbolAt(deps, reader.repository, symbol.value, { ...request, asOf });
  const [history, memories] = await Promise.all([
    historyOf(deps, reader.repository, symbol.value, request),
    Promise.all(ids.map((id) => memoriesNaming(deps, request.workspace, id))),
  ]);
  return { meant: meaning.meant, history, memories: memories.flat(), earlier };
}
