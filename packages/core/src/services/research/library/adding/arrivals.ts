/** How far a paper has got on its way in, written down before each next step. */
import { toZapomniError, type ErrorCode } from '../../../../errors/index.ts';
import type { Deps } from '../../../deps.ts';
import { toUrl } from '../../../documents/fetch-source.ts';
import { sha256 } from '../../../memory/prepare-text.ts';
import type { KeptArrival, PaperArrival } from '../store/arrival-record.ts';
import { arrivalsOf } from '../store/index.ts';

export type PaperOrigin =
  | { readonly path: string }
  | { readonly url: string }
  | { readonly text: string; readonly name?: string | undefined }
  | { readonly identifier: string }
  /** The id of one that was read already. */
  | { readonly document: string };

const KINDS = { path: 'file', url: 'url', text: 'text', identifier: 'id', document: 'document' } as const;

/** By which it is found again. */
export function arrivalKey(origin: PaperOrigin): Promise<string> {
  const { name, value } = partsOf(origin);
  return sha256(`${KINDS[name]} ${value}`);
}

function partsOf(origin: PaperOrigin): { readonly name: keyof typeof KINDS; readonly value: string } {
  const [[name = 'text', value = ''] = []] = Object.entries(origin) as [keyof typeof KINDS, string][];
  return { name, value };
}

function sourceOf(origin: PaperOrigin): Pick<PaperArrival, 'kind' | 'source'> {
  const { name, value } = partsOf(origin);
  const source = 'text' in origin ? (origin.name ?? 'text') : name === 'url' ? toUrl(value) : value;
  return { kind: KINDS[name], source: source.slice(0, 4000) };
}

export async function beginArrival(deps: Deps, workspace: string, origin: PaperOrigin): Promise<KeptArrival> {
  const key = await arrivalKey(origin);
  const known = await arrivalsOf(deps).get(workspace, key);
  if (known) return known;
  const value = {
    ...sourceOf(origin),
    step: 'begun' as const,
    paper: deps.ids.next(),
    document: null,
    error: null,
    warnings: [],
    unanswered: [],
    updated_at: deps.clock.now(),
  };
  await arrivalsOf(deps).put(workspace, key, value);
  return (await arrivalsOf(deps).get(workspace, key)) as KeptArrival;
}

export async function noteStep(
  deps: Deps,
  workspace: string,
  arrival: KeptArrival,
  changes: Partial<PaperArrival>,
): Promise<void> {
  const value = { ...arrival.value, error: null, ...changes, updated_at: deps.clock.now() };
  await arrivalsOf(deps).put(workspace, arrival.key, value);
  Object.assign(arrival, { value });
}

export async function noteFailure(deps: Deps, workspace: string, key: string, thrown: unknown): Promise<void> {
  const { code, message } = toZapomniError(thrown);
  const begun = code === 'CANCELLED' || code.startsWith('STORE_') ? null : await arrivalsOf(deps).get(workspace, key);
  if (!begun) return;
  const error = { code: code as ErrorCode, message };
  await arrivalsOf(deps).put(workspace, key, { ...begun.value, step: 'failed', error, updated_at: deps.clock.now() });
}
