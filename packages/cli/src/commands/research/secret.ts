/** `zapomni secret set|login|list|remove`: the short form of `zapomni research secret`. */
import type { Command, CommandSpec } from '../command.ts';
import { manageSecrets, SECRET_OPTIONS } from './actions/secret.ts';

export const spec: CommandSpec = {
  name: 'secret',
  summary: 'Passwords and sessions for sites that browser workflows visit: kept encrypted, each for one site.',
  usage: [
    'zapomni secret [list]',
    'zapomni secret set <name> --origin URL [--days N]',
    'zapomni secret login <name> --url URL [--until TEXT] [--through HOST …] [--days N]',
    'zapomni secret remove <name>',
  ],
  options: SECRET_OPTIONS,
  examples: [
    'zapomni secret set acm-login --origin https://dl.acm.org',
    'pass show acm | zapomni secret set acm-login --origin https://dl.acm.org',
    'zapomni secret login acm --url https://dl.acm.org/login --until /profile',
  ],
};

export const run: Command = manageSecrets;
