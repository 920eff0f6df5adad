/** What a run brought, as bytes that its record refers to: the same findings are the same bytes. */
import type { Deps } from '../../../deps.ts';
import type { FoundItem } from '../../discovery/finder.ts';
import type { KeptRun } from '../store/workflow-record.ts';
import type { Row } from './take-fields.ts';

export type RunResult =
  | { readonly output: 'papers'; readonly items: readonly FoundItem[] }
  | { readonly output: 'rows'; readonly rows: readonly Row[] };

export async function keepBytes({ blobs }: Deps, bytes: Uint8Array): Promise<string> {
  return (await blobs.put(once(bytes))).hash;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export function keepResult(deps: Deps, result: RunResult): Promise<string> {
  return keepBytes(deps, new TextEncoder().encode(JSON.stringify(result)));
}

/** Null for a run that brought none. */
export async function resultOf(deps: Deps, { value }: KeptRun): Promise<RunResult | null> {
  return value.result === null
    ? null
    : (JSON.parse(Buffer.from(await bytesOf(deps, value.result)).toString()) as RunResult);
}

export async function bytesOf({ blobs }: Deps, hash: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of blobs.read(hash)) parts.push(part);
  return Buffer.concat(parts);
}
