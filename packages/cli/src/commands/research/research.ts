/** `zapomni research query|source|run|findings …`: what is followed, where is looked for it, and what was found. */
import { YES } from '../../arguments/shared-options.ts';
import { withActions } from '../actions.ts';
import type { Command, CommandSpec } from '../command.ts';
import { DISCOVERY_OPTIONS } from './actions/discovery-options.ts';
import { showFindings } from './actions/findings.ts';
import { QUERY_OPTIONS } from './actions/query-options.ts';
import { manageQueries } from './actions/query.ts';
import { runSources } from './actions/run.ts';
import { manageSources } from './actions/source.ts';
import { manageSecrets, SECRET_OPTIONS } from './actions/secret.ts';
import { WORKFLOW_OPTIONS } from './actions/workflow-options.ts';
import { manageWorkflows } from './actions/workflow.ts';

export const spec: CommandSpec = {
  name: 'research',
  summary: 'What is new in a field: questions that are followed, sources that are looked at, and what was found.',
  usage: [
    'zapomni research query [list]',
    'zapomni research query add <name> --question TEXT [--keyword WORDS …]',
    'zapomni research query show|remove <name>',
    'zapomni research query change <name> [--question TEXT] …',
    'zapomni research query next <name>',
    'zapomni research query evaluate <name> <paper> …',
    'zapomni research query judge <name> <paper> like|dislike|skip|none',
    'zapomni research source [list]',
    'zapomni research source add <name> --kind KIND --keyword WORDS … [--query NAME] [--every HOURS | --cron CRON]',
    'zapomni research source show|remove <name>',
    'zapomni research run [SOURCE] [--query NAME] [--max N] [--force]',
    'zapomni research findings [QUERY] [--since DATE]',
    'zapomni research workflow [list]',
    'zapomni research workflow show|export|remove|enable|disable <name>',
    'zapomni research workflow add FILE [<name>]',
    'zapomni research workflow run <name> [--keyword WORDS …] [--param NAME=VALUE …]',
    'zapomni research secret [list]|set|remove <name>',
    'zapomni research secret login <name> --url URL [--until TEXT] [--through HOST …] [--days N]',
  ],
  options: {
    limit: { type: 'string', short: 'n', value: 'N', about: 'How many to show.' },
    ...QUERY_OPTIONS,
    ...DISCOVERY_OPTIONS,
    ...WORKFLOW_OPTIONS,
    ...SECRET_OPTIONS,
    url: { type: 'string', value: 'URL', about: 'Source add: of a feed; secret login: the page on which you sign in.' },
    ...YES,
  },
  examples: [
    'zapomni research query add quiet-rotors --question "How can small wind turbines be made quieter?" --require noise',
    'zapomni research source add rotors-on-arxiv --kind arxiv --keyword "wind turbine noise" --query quiet-rotors',
    'zapomni research run --query quiet-rotors',
    'zapomni research findings quiet-rotors',
    'zapomni research query next quiet-rotors',
    'zapomni research query judge quiet-rotors mueller2019quiet like',
  ],
};

export const run: Command = withActions('research', {
  query: manageQueries,
  source: manageSources,
  run: runSources,
  findings: showFindings,
  workflow: manageWorkflows,
  secret: manageSecrets,
});
