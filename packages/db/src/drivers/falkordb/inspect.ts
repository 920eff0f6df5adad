/** What `doctor` asks: which engine, how it keeps its promises, and whether the store is whole. */
import type { StorageReport } from '@zapomni/core/ports';
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
    warnings: [...new Set(durability.flatMap(durabilityWarnings)), ...faults],
  };
}

function serverName(info: ReadonlyMap<string, string>): string {
  const valkey = info.get('valkey_version');
  return valkey ? `Valkey ${valkey}` : `Redis ${info.get('redis_version') ?? '?'}`;
}

async function findFaults({ store, registry, models }: Context): Promise<string[]> {
  const known = await models.all();
  const totals = new Map<string, number>();
  for (const { number } of await registry.all()) {
    for (const { fault, count } of [
      ...(await checkGraph(store, number, known)),
      ...(await checkRecords(store, number)),
    ]) {
      totals.set(fault, (totals.get(fault) ?? 0) + count);
    }
  }
  for (const { fault, count } of await checkWork(store)) totals.set(fault, count);
  return Array.from(totals, ([fault, count]) => `${count} ${fault}.`);
}
