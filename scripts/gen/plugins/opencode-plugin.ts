/** The module that opencode loads from a folder of its configuration: the one that `zapomni setup --hooks` writes, with the hook file beside it. */
import { OPENCODE_PLUGIN } from '../../../packages/cli/src/setup/hooks/opencode-plugin.ts';

export const openCodePlugin = (): string => `// Written by \`npm run gen\`; do not edit.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const HOOK = fileURLToPath(new URL('../zapomni/hook.mjs', import.meta.url));
${OPENCODE_PLUGIN}`;
