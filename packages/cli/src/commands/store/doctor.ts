/** `zapomni doctor`: looks at everything that must work, says what does not and what to do. Exit code 1 when broken. */
import type { App } from '@zapomni/core';
import { BUILTIN, configuredEmbedder, configuredLlm, NO_LLM } from '@zapomni/core/models';
import type { Config } from '@zapomni/core/config';
import { toZapomniError } from '@zapomni/core/errors';
import { embedderNamed, type EmbedderChoice, type LlmChoice } from '@zapomni/core/model';
import { SERVER_INFO } from '@zapomni/mcp/identity';
import { systemClock } from '@zapomni/providers';
import { findBuiltinModel } from '@zapomni/providers/embed';
import type { Command, CommandContext, CommandSpec } from '../command.ts';
import { loadConfig } from '../../settings/config.ts';
import { broken, type Check } from '../../doctor/check.ts';
import { checkBrowser } from '../../doctor/browser.ts';
import { checkClients } from '../../doctor/clients.ts';
import { checkDataFolder } from '../../doctor/data-folder.ts';
import { checkInstalled } from '../../doctor/installed.ts';
import { checkLanguageModel } from '../../doctor/language-model.ts';
import { checkEndpoint, checkModel } from '../../doctor/model.ts';
import { checkNetwork } from '../../doctor/network.ts';
import { checkReranker } from '../../doctor/reranker.ts';
import { checkRuntime } from '../../doctor/runtime.ts';
import { checkSettings, effectiveSettings } from '../../doctor/effective-settings.ts';
import { checkStore } from '../../doctor/store.ts';
import { checkWriting } from '../../doctor/write-test.ts';
import { hasStore } from '../../session/has-store.ts';
import { openLogger } from '../../log/open-logger.ts';
import { harmless } from '../../output/harmless.ts';
import type { Style, Terminal } from '../../output/terminal.ts';
import { thisMachine, withDefaults } from '../../settings/given-settings.ts';
import { thisPlace } from '../../setup/clients/place.ts';
import { wireApp } from '../../wire/wire.ts';
import { wireBrowser } from '../../wire/wire-browser.ts';
import { wireWeb } from '../../wire/wire-web.ts';
import { wireModels, wireReranker } from '../../wire/wire-models.ts';
import { printJson } from '../../output/print-json.ts';

/** What goes wrong is in the report; the log would only say it twice. */
const QUIET = { log_level: 'critical', search_wait_ms: '30000', embed_wait_ms: '30000', rerank_wait_ms: '30000' };
const MARKS: Readonly<Record<Check['status'], readonly [mark: string, style: Style]>> = {
  ok: ['✓', 'green'],
  warning: ['!', 'yellow'],
  broken: ['✗', 'red'],
};

export const spec: CommandSpec = {
  name: 'doctor',
  summary: 'Check runtime, data folder, store, model and settings, with advice.',
  usage: ['zapomni doctor'],
  options: { deep: { type: 'boolean', about: 'Read every page of the store and compare its indexes.' } },
  examples: [],
};

export const run: Command = async (context) => {
  const { args, settings, terminal } = context;
  const checks: Check[] = [];
  for await (const check of examine(context)) {
    checks.push(check);
    if (!args.has('json')) terminal.print(render(check, terminal));
  }
  const isWell = checks.every(({ status }) => status !== 'broken');
  if (args.has('json')) {
    const config = tryConfig(settings);
    const effective = 'code' in config ? {} : effectiveSettings(settings, config);
    printJson(terminal, { ok: isWell, version: SERVER_INFO.version, checks, settings: effective });
  } else {
    terminal.print(isWell ? '\nAll that is needed works.' : '\nSomething needs your hand: see the lines marked ✗.');
  }
  return isWell ? 0 : 1;
};

async function* examine({ args, settings, terminal }: CommandContext): AsyncGenerator<Check> {
  yield* checkRuntime();
  const quiet = withDefaults(settings, QUIET);
  const config = tryConfig(quiet);
  if ('code' in config) {
    yield broken('Settings', config.message, config.hint);
    return;
  }
  yield checkSettings(effectiveSettings(settings, config));
  yield checkNetwork(config);
  yield await checkClients(thisPlace(thisMachine(), process.env));
  const logger = openLogger(terminal, quiet, 'critical');
  if (config.browser !== 'off') {
    const web = wireWeb(config, logger);
    yield await checkBrowser(wireBrowser(config, { web, clock: systemClock, logger }));
  }
  const modelDir = findBuiltinModel();
  yield await checkDataFolder(config.data_dir);
  const app = wireApp(config, logger);
  const used = { embedder: configuredEmbedder(config) ?? BUILTIN, llm: configuredLlm(config) ?? NO_LLM };
  try {
    yield await checkStore(app, config, args.has('deep'));
    if (hasStore(config.data_dir, config.store)) Object.assign(used, await chosenModels(app));
  } finally {
    await app.close();
  }
  const models = wireModels(config, logger, modelDir);
  if (used.llm.provider !== 'none') yield await checkLanguageModel(models, used.llm);
  const reranker = wireReranker(config);
  if (reranker) yield await checkReranker(reranker);
  const embedder = models.openEmbedder(used.embedder);
  yield await (used.embedder.provider === 'builtin' ? checkModel(modelDir, embedder) : checkEndpoint(embedder));
  yield* checkInstalled(config, (model) => models.openEmbedder({ provider: 'builtin', model }));
  yield await checkWriting(config, logger, embedder);
}

/** What was chosen for the store counts where the settings are silent. A store that cannot be read has said so already. */
async function chosenModels(app: App): Promise<{ embedder?: EmbedderChoice; llm?: LlmChoice }> {
  try {
    const { embedding, llm } = await app.models.report();
    return { embedder: embedderNamed(embedding.model), llm: llm.choice };
  } catch {
    return {};
  }
}

function tryConfig(settings: CommandContext['settings']): Config | ReturnType<typeof toZapomniError> {
  try {
    return loadConfig(settings);
  } catch (error) {
    return toZapomniError(error);
  }
}

function render({ name, status, detail, advice }: Check, { paint }: Terminal): string {
  const [mark, style] = MARKS[status];
  const line = `${paint(style, mark)} ${paint('bold', name.padEnd(11))}  ${harmless(detail)}`;
  return advice === '' ? line : `${line}\n  ${' '.repeat(13)}${harmless(advice)}`;
}
