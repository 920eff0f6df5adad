/** What `doctor` asks: which engine, how it keeps its promises, and whether the store is whole. */
import { MOST_FAULT_IDS, type StorageReport, type StoreFault } from '@zapomni/core/ports';
import { moduleVersion, writeVersion } from './connection/admission.ts';
import { checkGraph } from './check-workspace.ts';
import type { Context } from './context.ts';
import { ASK_DURABILITY, durabilityWarnings } from './connection/durability.ts';
import { SCHEMA_VERSION } from './schema/schema.ts';
import { checkRecords } from './records/check-records.ts';
import { readInfo } from './wire/info.ts';
import { checkWork } from './work/check-work.ts';

export async function inspectStore(context: Context, deep: boolean): Promise<StorageReport> {
  const { store } = context;
  const [infos, modules, durability] = await Promise.all([
    store.askServers(['INFO', 'server']),
    store.askServers(['MODULE', 'LIST']),
    store.askServers(ASK_DURABILITY),
  ]);
  const faults = deep ? await findFaults(context) : [];
  return {
    engine: 'falkordb',
    engineVersion: `${writeVersion(moduleVersion(modules[0] ?? null) ?? 0)} on ${serverName(readInfo(infos[0] as string))}`,
    schemaVersion: SCHEMA_VERSION,
    shared: true,
    integrity: deep ? (faults.length === 0 ? 'ok' : 'damaged') : 'unchecked',
    warnings: [
      ...new Set(durability.flatMap(durabilityWarnings)),
      ...faults.map(({ fault, count }) => `${count} ${fault}.`),
    ],
    faults,
    pool: store.pool,
  };
}

function serverName(info: ReadonlyMap<string, string>): string {
  const valkey = info.get('valkey_version');
  return valkey ? `Valkey ${valkey}` : `Redis ${info.get('redis_version') ?? '?'}`;
}

/** Of all workspaces together. */
async function findFaults({ store, registry, models }: Context): Promise<StoreFault[]> {
  const known = await models.all();
  const found: StoreFault[] = [];
  for (const { number } of await registry.all()) {
    found.push(...(await checkGraph(store, number, known)));
    found.push(...(await checkRecords(store, number)).map((one) => ({ part: 'records' as const, ...one })));
  }
  found.push(...(await checkWork(store)).map((one) => ({ part: 'work' as const, ...one })));
  const totals = new Map<string, StoreFault>();
  for (const one of found) {
    const before = totals.get(one.fault);
    const ids = [...(before?.ids ?? []), ...(one.ids ?? [])].slice(0, MOST_FAULT_IDS);
    totals.set(one.fault, { ...one, count: (before?.count ?? 0) + one.count, ...(ids.length > 0 ? { ids } : {}) });
  }
  return [...totals.values()];
}
