/** `zapomni model install NAME`: the user says that it is to be fetched, so it is, from where it is pinned or where they say. */
import path from 'node:path';
import type { Config } from '@zapomni/core/config';
import { invalidField } from '@zapomni/core/errors';
import type { Logger, Web } from '@zapomni/core/ports';
import { systemClock } from '@zapomni/providers';
import { diskSource, installModel, webSource, type CatalogueModel, type ModelSource } from '@zapomni/providers/models';
import type { CommandContext } from '../commands/command.ts';
import { openLogger } from '../log/open-logger.ts';
import { count, size } from '../output/in-words.ts';
import { printJson } from '../output/print-json.ts';
import { createProgressBar } from '../output/progress-bar.ts';
import { hasStore } from '../session/has-store.ts';
import { withApp } from '../session/with-app.ts';
import { loadConfig } from '../settings/config.ts';
import { thisMachine, toAbsolute } from '../settings/given-settings.ts';
import { MODELS_FOLDER } from '../wire/wire-languages.ts';
import { userAgent } from '../wire/wire-web.ts';
import { modelNamed } from './model-named.ts';

export async function install(context: CommandContext, name: string | undefined): Promise<void> {
  const { args, settings, terminal } = context;
  const model = modelNamed(name);
  const config = loadConfig(settings);
  const logger = openLogger(terminal, settings, 'warning');
  const total = model.files.reduce((sum, { bytes }) => sum + bytes, 0);
  terminal.note(`${model.name}: ${model.about}, ${model.licence}, ${size(total)} to fetch.`);
  const isNew = await fetchModel(context, { config, logger, model });
  const embedded = hasStore(config.data_dir, config.store) ? await embedAll(context) : 0;
  if (args.has('json')) {
    const status = isNew ? 'installed' : 'unchanged';
    printJson(terminal, { status, name: model.name, model: model.model.name, embedded });
    return;
  }
  terminal.print(
    isNew ? `${model.name} is installed and used from now on.` : `${model.name} was there already, and is right.`,
  );
  if (embedded > 0) terminal.print(`Embedded with it: ${count(embedded, 'passage')}.`);
}

interface Fetched {
  readonly config: Config;
  readonly logger: Logger;
  readonly model: CatalogueModel;
}

/** Ctrl-C leaves what came so far; the same command goes on with it. */
async function fetchModel({ args, terminal }: CommandContext, { config, logger, model }: Fetched): Promise<boolean> {
  const bar = createProgressBar(terminal);
  const stop = new AbortController();
  const interrupt = (): void => stop.abort();
  process.once('SIGINT', interrupt);
  const { source, close } = await sourceOf(args.text('from'), { config, logger, model });
  try {
    return await installModel({
      folder: path.join(config.data_dir, MODELS_FOLDER),
      model,
      source,
      signal: stop.signal,
      onProgress: ({ bytes, total }) => bar.update(bytes, total, `${size(bytes)} of ${size(total)}`),
    });
  } catch (error) {
    if (stop.signal.aborted) terminal.note('Interrupted. The same command goes on where it stopped.');
    throw error;
  } finally {
    bar.clear();
    process.off('SIGINT', interrupt);
    await close();
  }
}

interface OpenSource {
  readonly source: ModelSource;
  close(): Promise<void>;
}

async function sourceOf(from: string | undefined, fetched: Fetched): Promise<OpenSource> {
  const { model } = fetched;
  if (from !== undefined && !/^[a-z][a-z0-9+.-]+:\/\//i.test(from)) {
    return { source: diskSource(toAbsolute(from, thisMachine())), close: async () => undefined };
  }
  const base = from ?? model.source;
  if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol)) {
    throw invalidField(
      '--from',
      'has to be a folder, an archive (.tar, .tar.gz), or an address with https:// or http://',
    );
  }
  const web = await openWeb(from, fetched);
  return { source: webSource(web, base), close: () => web.close() };
}

/** Only where the model lies may be reached, by this command alone. A mirror that the user names may lie inside. */
async function openWeb(from: string | undefined, { config, logger, model }: Fetched): Promise<Web> {
  const { createWeb } = await import('@zapomni/providers/web');
  return createWeb({
    hosts: from === undefined ? model.hosts : [],
    privateHosts: from === undefined ? [] : [new URL(from).host],
    userAgent: userAgent(config.web_contact),
    clock: systemClock,
    logger,
  });
}

/** What the store holds gets its second vector. Whoever does not want to wait may stop it: the next session goes on. */
function embedAll(context: CommandContext): Promise<number> {
  const { terminal } = context;
  return withApp(context, async ({ app }) => {
    const bar = createProgressBar(terminal);
    try {
      return await app.models.embedLanguages((done, total) => {
        bar.update(done, total, `${count(Math.max(0, total - done), 'passage')} to embed`);
      });
    } finally {
      bar.clear();
    }
  });
}
