/** How clients start this program: by npx where it was started so, else by the path of what runs now. */
import { realpathSync } from 'node:fs';
import type { Connection } from './clients/client.ts';

export interface Started {
  /** What Node was given to run. */
  readonly script: string;
  readonly node: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Settings that were given as flags. */
  readonly words: readonly string[];
}

/** Clients with windows have another PATH than a terminal, so that a path is surer than a name where there is one that lasts. */
export function ownCommand({ script, node, env, words }: Started): Connection {
  const real = realpathSync(script);
  const byNpx = env['npm_command'] === 'exec' || /[\\/]_npx[\\/]/.test(real);
  return byNpx
    ? { kind: 'stdio', command: 'npx', args: ['-y', 'zapomni', ...words] }
    : { kind: 'stdio', command: node, args: [real, ...words] };
}
