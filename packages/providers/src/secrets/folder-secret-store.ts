/**
 * Secrets in a folder beside the store, a file each, for the user alone. See the contract of `SecretStore`.
 *
 *   set ── key, made once ── seal ── written beside, synced, renamed     open ── origin the same? ── expired? ── unseal
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { invalidField, toZapomniError, ZapomniError } from '@zapomni/core/errors';
import type { Clock, SecretFacts, SecretStore } from '@zapomni/core/ports';
import { damaged, readSealed, seal, unseal, type Sealed } from './sealed-secret.ts';
import { makeKeyFile, readGivenKey, readKeyFile } from './secret-key.ts';

export interface FolderSecretStoreOptions {
  /** Absolute. Made with the first secret. */
  readonly folder: string;
  /** Of the settings; without it, one is made and kept in the folder. */
  readonly key?: string | undefined;
  readonly clock: Clock;
}

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const ENDING = '.secret';
const MODES = { folder: 0o700, file: 0o600 };

export function createFolderSecretStore({ folder, key, clock }: FolderSecretStoreOptions): SecretStore {
  const fileOf = (name: string): string => path.join(folder, `${name}${ENDING}`);
  return {
    async list() {
      const names = await readdir(folder).catch(missing<string[]>([]));
      const files = names.filter((name) => name.endsWith(ENDING)).toSorted();
      const all = await Promise.all(files.map((name) => read(path.join(folder, name))));
      return all.filter((one) => one !== null).map(factsOf);
    },
    async set(secret, value) {
      checkName(secret.name);
      await storing(async () => {
        await mkdir(folder, { recursive: true, mode: MODES.folder });
        const used =
          key === undefined ? ((await readKeyFile(folder)) ?? (await makeKeyFile(folder))) : readGivenKey(key);
        await replace(fileOf(secret.name), seal({ ...secret, setAt: clock.now() }, value, used));
      });
    },
    async open(name, origin, kind) {
      checkName(name);
      const sealed = await read(fileOf(name));
      if (!sealed) return null;
      // A file of another name was put in its place.
      if (sealed.name !== name) throw damaged();
      if (sealed.origin !== origin) throw otherOrigin(sealed);
      if (sealed.kind !== kind) throw otherKind(sealed);
      const used = key === undefined ? await readKeyFile(folder) : readGivenKey(key);
      if (!used) throw damaged();
      const value = unseal(sealed, used);
      return sealed.expiresAt !== null && sealed.expiresAt <= clock.now() ? null : value;
    },
    async remove(name) {
      checkName(name);
      return storing(() => unlink(fileOf(name)).then(() => true, missing(false)));
    },
  };
}

function checkName(name: string): void {
  if (!NAME.test(name)) throw invalidField('name', 'must be a–z, digits, dots, - and _, at most 64');
}

function factsOf({ name, origin, kind, setAt, expiresAt }: Sealed): SecretFacts {
  return { name, origin, kind, setAt, expiresAt };
}

/** Null where there is none; STORE_CORRUPT where it is none. */
async function read(file: string): Promise<Sealed | null> {
  const text = await readFile(file, 'utf8').catch(missing(null));
  if (text === null) return null;
  const sealed = readSealed(text);
  if (!sealed) throw damaged();
  return sealed;
}

/** Whole or not at all, whatever happens meanwhile. */
async function replace(file: string, text: string): Promise<void> {
  const draft = path.join(path.dirname(file), `.${randomUUID()}.partial`);
  const handle = await open(draft, 'wx', MODES.file);
  try {
    await handle.writeFile(text);
    await handle.sync();
    await handle.close();
    await rename(draft, file);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await unlink(draft).catch(() => undefined);
    throw error;
  }
}

function missing<Instead>(instead: Instead): (error: NodeJS.ErrnoException) => Instead {
  return (error) => {
    if (error.code === 'ENOENT') return instead;
    throw unavailable(error);
  };
}

async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ZapomniError ? error : unavailable(error as NodeJS.ErrnoException);
  }
}

function unavailable(error: NodeJS.ErrnoException): ZapomniError {
  if (error.code === 'ENOSPC')
    return new ZapomniError('STORE_FULL', 'There is no room for the secret.', { cause: error });
  if (/^(?:EACCES|EPERM|EROFS)$/.test(error.code ?? ''))
    return new ZapomniError('STORE_READ_ONLY', 'The folder of secrets cannot be read or written.', { cause: error });
  return toZapomniError(error);
}

function otherOrigin({ kind, name }: SecretFacts): ZapomniError {
  return new ZapomniError('FORBIDDEN', `The ${kind} ${name} belongs to another origin than this page.`, {
    hint: `A ${kind} is of use on its own origin alone. \`zapomni secret list\` shows which.`,
  });
}

function otherKind({ kind, name }: SecretFacts): ZapomniError {
  return new ZapomniError(
    'FORBIDDEN',
    kind === 'session'
      ? `${name} is a session, which no step types in.`
      : `${name} is a secret to be typed in, and no session.`,
    { hint: 'A definition names a session in its field `session`, and a secret in the value of a `fill` step.' },
  );
}
