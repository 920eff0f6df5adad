/** `zapomni research query …`: what is followed, and how papers are judged by it. */
import { YES } from '../../arguments/shared-options.ts';
import { withActions } from '../actions.ts';
import type { Command, CommandSpec } from '../command.ts';
import { QUERY_OPTIONS } from './actions/query-options.ts';
import { manageQueries } from './actions/query.ts';

export const spec: CommandSpec = {
  name: 'research',
  summary: 'What is new in a field: questions that are followed, and papers judged by them.',
  usage: [
    'zapomni research query [list]',
    'zapomni research query add <name> --question TEXT [--keyword WORDS …]',
    'zapomni research query show|remove <name>',
    'zapomni research query change <name> [--question TEXT] …',
    'zapomni research query next <name>',
    'zapomni research query evaluate <name> <paper> …',
    'zapomni research query judge <name> <paper> like|dislike|skip|none',
  ],
  options: {
    limit: { type: 'string', short: 'n', value: 'N', about: 'How many to show.' },
    ...QUERY_OPTIONS,
    ...YES,
  },
  examples: [
    'zapomni research query add quiet-rotors --question "How can small wind turbines be made quieter?" --require noise',
    'zapomni research query next quiet-rotors',
    'zapomni research query judge quiet-rotors mueller2019quiet like',
  ],
};

export const run: Command = withActions('research', { query: manageQueries });
