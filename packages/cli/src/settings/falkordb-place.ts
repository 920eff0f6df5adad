/** The settings of the store `falkordb`, as its driver takes them. */
import { readFileSync } from 'node:fs';
import type { Config } from '@zapomni/core/config';
import { ZapomniError } from '@zapomni/core/errors';
import type { FalkordbStorageOptions } from '@zapomni/db';

/** INVALID_CONFIG when the file of certificates cannot be read. */
export function falkordbPlace(config: Config): Omit<FalkordbStorageOptions, 'logger'> {
  const { store, falkordb_host: host, falkordb_port: port, falkordb_username: username } = config;
  return {
    url: store === 'falkordb' ? `falkordb://${host.includes(':') ? `[${host}]` : host}:${port}` : store,
    poolSize: config.falkordb_connections,
    timeoutMs: config.falkordb_timeout_ms,
    ...(username === '' ? {} : { username }),
    ...(config.falkordb_password === '' ? {} : { password: config.falkordb_password }),
    ...(config.falkordb_ca_file === '' ? {} : { ca: readCertificates(config.falkordb_ca_file) }),
  };
}

function readCertificates(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ZapomniError('INVALID_CONFIG', 'ZAPOMNI_FALKORDB_CA_FILE cannot be read.', { cause: error });
  }
}
