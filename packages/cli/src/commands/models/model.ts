/**
 * `zapomni model`: which models are used. `zapomni model embedding|llm …` chooses another for this store, `install`, `list` and
 * `remove` are for models that work beside the built-in one.
 */
import { DEFAULT_MODELS, type ModelChange } from '@zapomni/core/models';
import { EMBEDDERS, LLM_PROVIDERS } from '@zapomni/core/model';
import { llmName, toModelChange, toModels } from '@zapomni/mcp/views';
import { usageError } from '../../arguments/arguments.ts';
import type { Command, CommandContext, CommandSpec } from '../command.ts';
import { count } from '../../output/in-words.ts';
import { renderPairs } from '../../output/table.ts';
import { settleEmbeddings } from '../../session/settle-embeddings.ts';
import { withApp } from '../../session/with-app.ts';
import { printJson } from '../../output/print-json.ts';

export const spec: CommandSpec = {
  name: 'model',
  summary: 'Show which models are used, choose others, or install one for other languages.',
  usage: [
    'zapomni model',
    'zapomni model embedding builtin|ollama|openai [model]',
    'zapomni model llm none|ollama|openai [model]',
    'zapomni model install <name> [--from <folder, archive or address>]',
    'zapomni model list',
    'zapomni model remove <name>',
  ],
  options: {
    from: { type: 'string', value: 'place', about: 'Install from a folder, an archive (.tar, .tar.gz) or a mirror.' },
  },
  examples: [
    'zapomni model embedding ollama nomic-embed-text',
    'zapomni model llm ollama qwen2.5',
    'zapomni model install multilingual',
  ],
};

export const run: Command = async (context) => {
  const [use, provider, model, ...rest] = context.args.positionals;
  if (rest.length > 0) throw usageError('model: too many words.');
  if (use !== 'install' && context.args.text('from') !== undefined)
    throw usageError('model: --from goes with install.');
  if (use === undefined) return show(context);
  if (use === 'embedding') return setEmbedder(context, provider, model);
  if (use === 'llm') return setLlm(context, provider, model);
  if (model !== undefined) throw usageError('model: too many words.');
  return beside(context, use, provider);
};

/** Models that work beside the built-in one. What they need is loaded when it is asked for. */
async function beside(context: CommandContext, use: string, name: string | undefined): Promise<void> {
  if (use === 'list' && name === undefined) return (await import('../../models/list.ts')).list(context);
  if (use === 'install') return (await import('../../models/install.ts')).install(context, name);
  if (use === 'remove') return (await import('../../models/remove.ts')).remove(context, name);
  throw usageError(
    `model: there is no '${use.slice(0, 40)}'.`,
    'Use embedding, llm, install, list or remove, or nothing to see which are used.',
  );
}

function show(context: CommandContext): Promise<void> {
  const { args, terminal } = context;
  return withApp(context, async ({ app }) => {
    const used = await app.models.report();
    if (args.has('json')) return printJson(terminal, toModels(used));
    const { embedding, llm } = used;
    const isChanging = embedding.reading !== embedding.model;
    const rows: [string, string][] = [
      ['Embedding', embedding.model + fixedNote(embedding.fixed)],
      ['Searching', isChanging ? `${embedding.reading}, until all is embedded anew` : ''],
      ['Beside it', embedding.languages ?? ''],
      ['Waiting', embedding.pending === 0 ? '' : count(embedding.pending, 'passage')],
      ['Vectors', embedding.sets.map(({ model, vectors }) => `${vectors.toLocaleString('en-US')} ${model}`).join(', ')],
      ['Language', llmName(llm.choice) + fixedNote(llm.fixed)],
    ];
    terminal.print(renderPairs(rows, terminal));
  });
}

function fixedNote(fixed: boolean): string {
  return fixed ? ' (by a setting)' : '';
}

/** Ends when everything is embedded. Whoever does not want to wait for that may stop it: the next session goes on. */
function setEmbedder(context: CommandContext, given: string | undefined, model?: string): Promise<void> {
  const provider = oneOf(EMBEDDERS, given);
  return withApp(context, async (session) => {
    const { app } = session;
    const change = await app.models.setEmbedder({ provider, model: model ?? DEFAULT_MODELS.embedding });
    report(context, 'embedding', change);
    if ((change.pending ?? 0) > 0)
      await settleEmbeddings(session, context.terminal, Promise.resolve({ embedded: false }));
  });
}

function setLlm(context: CommandContext, given: string | undefined, model?: string): Promise<void> {
  const provider = oneOf(LLM_PROVIDERS, given);
  return withApp(context, async ({ app }) => {
    report(context, 'llm', await app.models.setLlm({ provider, model: model ?? DEFAULT_MODELS.llm }));
  });
}

function report({ args, terminal }: CommandContext, use: 'llm' | 'embedding', change: ModelChange): void {
  if (args.has('json')) {
    printJson(terminal, toModelChange(use, change));
    return;
  }
  terminal.print(`${change.model} is used from now on (before: ${change.previous}).`);
  if (change.pending)
    terminal.note(`Embedding ${count(change.pending, 'passage')} anew; Ctrl-C leaves the rest to the next session.`);
  if (change.warning) terminal.note(change.warning);
}

function oneOf<Provider extends string>(known: readonly Provider[], given: string | undefined): Provider {
  const found = known.find((one) => one === given);
  if (found === undefined) throw usageError(`model: name a provider: ${known.join(', ')}.`);
  return found;
}
