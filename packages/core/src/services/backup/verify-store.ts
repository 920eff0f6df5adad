/** Looks at every part of a store, and says of each whether it is whole. Nothing is written. */
import { ZapomniError } from '../../errors/index.ts';
import {
  MOST_FAULT_IDS,
  STORE_PARTS,
  type BlobStore,
  type Storage,
  type StorageReport,
  type StoreFault,
  type StorePart,
} from '../../ports/index.ts';
import { inspectBlobs } from '../blobs/inspect-blobs.ts';

export interface PartCheck {
  readonly part: StorePart | 'blobs';
  /** `unchecked`: another part is too damaged to look at this one. */
  readonly status: 'ok' | 'damaged' | 'unchecked';
  readonly faults: readonly Omit<StoreFault, 'part'>[];
}

interface VerifyParts {
  readonly storage: Storage;
  readonly blobs: BlobStore;
}

export async function verifyStore({ storage, blobs }: VerifyParts, signal?: AbortSignal): Promise<PartCheck[]> {
  const report = await unlessCorrupt(storage.inspect(true));
  const parts = report ? checksOf(report) : unreadable();
  return [...parts, await checkBlobs({ storage, blobs }, signal)];
}

export function isWhole(checks: readonly PartCheck[]): boolean {
  return checks.every(({ status }) => status === 'ok');
}

function checksOf({ faults }: StorageReport): PartCheck[] {
  return STORE_PARTS.map((part) => {
    const found = faults.filter((one) => one.part === part).map(({ part: _part, ...fault }) => fault);
    return { part, status: found.length > 0 ? ('damaged' as const) : ('ok' as const), faults: found };
  });
}

function unreadable(): PartCheck[] {
  const [store, ...others] = STORE_PARTS;
  return [
    { part: store, status: 'damaged', faults: [{ fault: 'store that cannot be read', count: 1 }] },
    ...others.map((part) => ({ part, status: 'unchecked' as const, faults: [] })),
  ];
}

async function checkBlobs({ storage, blobs }: VerifyParts, signal?: AbortSignal): Promise<PartCheck> {
  const named: Record<'damaged' | 'missing', string[]> = { damaged: [], missing: [] };
  const onFault = (hash: string, fault: keyof typeof named): void => {
    if (named[fault].length < MOST_FAULT_IDS) named[fault].push(hash);
  };
  const found = await unlessCorrupt(inspectBlobs({ blobs, records: storage.records }, { signal, onFault }));
  if (!found) return { part: 'blobs', status: 'unchecked', faults: [] };
  const faults = [
    { fault: 'blobs that no longer have the bytes that were put', count: found.damaged, ids: named.damaged },
    { fault: 'blobs that records refer to and that are missing', count: found.missing, ids: named.missing },
  ].filter(({ count }) => count > 0);
  return { part: 'blobs', status: faults.length > 0 ? 'damaged' : 'ok', faults };
}

/** What the engine cannot read is a finding; a server that cannot be reached is not. */
async function unlessCorrupt<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ZapomniError && error.code === 'STORE_CORRUPT') return undefined;
    throw error;
  }
}
