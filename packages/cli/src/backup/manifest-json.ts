import type { BackupManifest } from '@zapomni/core/backup';

/** What a backup says of itself, for programs. */
export function manifestJson(manifest: BackupManifest): object {
  const { version, engine, schemaVersion, createdAt, moment, records, parts, blobs, sha256, without } = manifest;
  return {
    format_version: version,
    engine,
    schema_version: schemaVersion,
    created_at: createdAt,
    one_moment: moment,
    records,
    parts,
    blobs,
    sha256,
    ...(without.length === 0 ? {} : { without }),
  };
}
