/** A process that sets one secret and ends. */
import { systemClock } from '../../system/system-clock.ts';
import { createFolderSecretStore } from '../index.ts';

const [folder = '', name = ''] = process.argv.slice(2);
const store = createFolderSecretStore({ folder, clock: systemClock });
await store.set({ name, origin: 'https://example.org', kind: 'secret', expiresAt: null }, `value of ${name}`);
