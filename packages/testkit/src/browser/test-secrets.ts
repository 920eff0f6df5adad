import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SecretStore } from '@zapomni/core/ports';
import { systemClock } from '@zapomni/providers';
import { createFolderSecretStore } from '@zapomni/providers/secrets';

/** A real store of secrets in a folder of its own. */
export function openTestSecrets(): { readonly secrets: SecretStore; readonly folder: string; close(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-secrets-'));
  const secrets = createFolderSecretStore({ folder, clock: systemClock });
  return { secrets, folder, close: () => rmSync(folder, { recursive: true, force: true }) };
}
