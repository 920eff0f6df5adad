/** Calls as they are answered, from whichever end they were asked for. */
import type { EdgeHow } from '../link/index.ts';
import type { KeptSymbol } from '../store/index.ts';
import type { NameRequest } from './meaning.ts';

export const MOST_EDGES = 100;
export const DEEPEST_CALLS = 5;

export interface CallsRequest extends NameRequest {
  /** 1 to 5: the calls of the calls as well. */
  readonly depth: number;
  /** 1 to 100. */
  readonly limit: number;
  /** Also calls for which only the name speaks. */
  readonly guesses: boolean;
}

/** `implied`: not written as a call: a getter, an iteration, an operator. */
export type CallType = 'function' | 'method' | 'constructor' | 'implied';

/** Where a call stands and how it is known. */
export interface CallSite {
  readonly path: string;
  readonly line: number;
  readonly depth: number;
  readonly type: CallType;
  /** Null where it cannot be told. */
  readonly args: number | null;
  readonly low: boolean;
}

interface AsWritten {
  readonly member?: true;
  readonly implied?: true;
}

/** By what is called where that is known; by how it is written else. */
export function typeOfCall(target: KeptSymbol | null, { member, implied }: AsWritten): CallType {
  if (implied) return 'implied';
  const kind = target?.value.kind;
  if (kind === 'class' || kind === 'struct' || kind === 'constructor' || target?.value.name === '__init__')
    return 'constructor';
  if (kind === 'method' || kind === 'property') return 'method';
  return kind === undefined && member ? 'method' : 'function';
}

/** A symbol with how the call was found to mean it, or the name of what is not of this repository. */
export type CallTarget =
  | { readonly symbol: KeptSymbol; readonly how: EdgeHow }
  | { readonly external: string }
  | { readonly builtin: string };
