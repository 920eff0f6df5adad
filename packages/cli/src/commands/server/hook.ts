/** `zapomni hook log`: what clients were told unasked, and what it cost. */
import type { App } from '@zapomni/core';
import type { Gift } from '@zapomni/core/recall';
import { oneLine } from '../../output/harmless.ts';
import { count } from '../../output/in-words.ts';
import { printJson } from '../../output/print-json.ts';
import { usageError } from '../../arguments/arguments.ts';
import { withWorkspace } from '../../session/with-app.ts';
import type { Command, CommandSpec } from '../command.ts';

const USUAL = 20;
const MOST = 1000;
const WORDS = { start: 'at the start', helper: 'to a helper', prompt: 'at a prompt' } as const;

export const spec: CommandSpec = {
  name: 'hook',
  summary: 'What the hooks of clients put before their models, and what it cost.',
  usage: ['zapomni hook log [--limit N]'],
  options: { limit: { type: 'string', value: 'N', about: 'How many of the latest; 20 if not said.' } },
  examples: ['zapomni hook log', 'zapomni hook log --limit 100 --json'],
};

export const run: Command = async (context) => {
  const { args, terminal } = context;
  const [action = 'log', ...more] = args.positionals;
  if (action !== 'log' || more.length > 0) throw usageError('hook has one action: log.');
  const limit = args.count('limit', USUAL, MOST);
  await withWorkspace(context, async ({ app }) => {
    const gifts = await app.recall.log(limit);
    if (args.has('json')) return printJson(terminal, { gifts: gifts.map((gift) => ({ ...gift, at: time(gift) })) });
    for (const gift of gifts) terminal.print(await described(app, gift));
    const tokens = gifts.reduce((sum, gift) => sum + gift.tokens, 0);
    const sessions = new Set(gifts.map(({ session }) => session)).size;
    terminal.note(
      gifts.length === 0
        ? 'Nothing was put before a model yet. `zapomni setup --hooks` lets clients ask.'
        : `${count(gifts.length, 'time')} in ${count(sessions, 'session')}, ${count(tokens, 'token')} in all.`,
    );
  });
};

const time = ({ at }: Gift): string => new Date(at).toISOString();

/** Memories may have changed or gone since: what they say now is shown. */
async function described(app: App, gift: Gift): Promise<string> {
  const lines = await Promise.all(
    gift.memories.map(async (id) => {
      const found = await Promise.all(
        [...new Set([gift.workspace, app.defaultWorkspace])].map((workspace) =>
          app.memories.get(workspace, id).catch(() => null),
        ),
      );
      const text = found.find((memory) => memory !== null)?.text;
      return `  - ${text === undefined ? '(no longer there)' : oneLine(text).slice(0, 100)} [${id}]`;
    }),
  );
  const head = `${time(gift)} ${gift.client} ${WORDS[gift.event]}, ${gift.workspace}, ${count(gift.tokens, 'token')}`;
  return [head, ...lines].join('\n');
}
