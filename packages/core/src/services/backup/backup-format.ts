/**
 * A backup is one stream, which the file compresses:
 *
 *   {"zapomni":"backup","version":1,…}          what made it, and when
 *   {"zapomni":"export",…} … {"zapomni":"end"}  the lines of `zapomni export`
 *   {"blob":"<hash>","bytes":123}               each blob that a record refers to, in order of hashes,
 *   <123 bytes>                                 and its bytes, with a line end after them
 *   {"zapomni":"backup_end",…}                  the manifest: counts and hashes, and a hash of all that came before it
 *
 * So it can be written and read without ever going back, and what was cut off has no manifest.
 */
import { z } from 'zod';
import { ZapomniError } from '../../errors/index.ts';
import { PARTS, type Totals } from '../../model/index.ts';

export const BACKUP_VERSION = 1;

/** What a backup may do without: vectors can be made again, files may lie elsewhere. */
const LEAVABLE = ['vectors', 'blobs'] as const;
export type Leavable = (typeof LEAVABLE)[number];

export const headSchema = z.object({
  zapomni: z.literal('backup'),
  version: z.int(),
  engine: z.string(),
  schema_version: z.int(),
  created_at: z.iso.datetime(),
  /** What was left out because whoever made it wanted it so. */
  without: z.array(z.enum(LEAVABLE)).optional(),
});
export type BackupHead = z.infer<typeof headSchema>;

export const blobSchema = z.strictObject({ blob: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.int().min(0) });

const totalSchema = z.strictObject({ count: z.int(), hash: z.string() });

export const endSchema = z.object({
  zapomni: z.literal('backup_end'),
  /** All of it is of one moment. */
  moment: z.boolean(),
  records: z.int(),
  parts: z.record(z.enum(PARTS), totalSchema),
  blobs: z.strictObject({
    count: z.int(),
    bytes: z.int(),
    /** Records refer to them; they were not there, or no longer what was put. */
    missing: z.int(),
  }),
  sha256: z.string(),
});
export type BackupEnd = z.infer<typeof endSchema>;

/** What a backup says of itself. */
export interface BackupManifest {
  readonly version: number;
  readonly engine: string;
  readonly schemaVersion: number;
  readonly createdAt: string;
  readonly moment: boolean;
  readonly records: number;
  readonly parts: Totals;
  readonly blobs: BackupEnd['blobs'];
  readonly sha256: string;
  readonly without: readonly Leavable[];
}

export function manifestOf(head: BackupHead, end: BackupEnd): BackupManifest {
  const { moment, records, parts, blobs, sha256 } = end;
  const { version, engine, schema_version: schemaVersion, created_at: createdAt, without = [] } = head;
  return { version, engine, schemaVersion, createdAt, moment, records, parts, blobs, sha256, without };
}

export function badBackup(message: string): ZapomniError {
  return new ZapomniError('INVALID_INPUT', message, { hint: 'Take another copy of it; nothing was changed.' });
}

const NAME = /^zapomni-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.backup\.zst$/;

/** In the order of names the newest is the last. */
export function backupName(at: number): string {
  return `zapomni-${new Date(at).toISOString().replaceAll(':', '-')}.backup.zst`;
}

/** When a file of that name was begun; null for what `backupName` did not name. */
export function backupTime(name: string): number | null {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  return day === undefined ? null : Date.parse(`${day}T${hours}:${minutes}:${seconds}`);
}
