/** `zapomni model list`: which models can be installed, which are, and which are at work. */
import path from 'node:path';
import type { Config } from '@zapomni/core/config';
import { CATALOGUE, installedModels, missingFiles, type CatalogueModel } from '@zapomni/providers/models';
import type { CommandContext } from '../commands/command.ts';
import { size } from '../output/in-words.ts';
import { printJson } from '../output/print-json.ts';
import { renderTable } from '../output/table.ts';
import { hasStore } from '../session/has-store.ts';
import { withApp } from '../session/with-app.ts';
import { loadConfig } from '../settings/config.ts';
import { MODELS_FOLDER } from '../wire/wire-languages.ts';

interface Listed {
  readonly name: string;
  readonly status: 'not installed' | 'damaged' | 'installed' | 'active';
  /** On disk; what would have to be fetched where it is not there. */
  readonly bytes: number;
  readonly vectors: number;
  readonly licence: string;
  readonly about: string;
}

export async function list(context: CommandContext): Promise<void> {
  const { args, settings, terminal } = context;
  const config = loadConfig(settings);
  const used = hasStore(config.data_dir, config.store) ? await usedIn(context) : { builtin: true, vectors: () => 0 };
  const rows = CATALOGUE.map((model) => describe(config, model, used));
  if (args.has('json')) return printJson(terminal, { models: rows });
  const shown = rows.map(({ name, status, bytes, vectors, licence, about }) => {
    return [name, status, size(bytes), vectors.toLocaleString('en-US'), licence, about];
  });
  terminal.print(renderTable(['Name', 'State', 'Size', 'Vectors', 'Licence', 'What for'], shown, terminal));
}

interface Used {
  /** The built-in model searches: others that are installed work beside it alone. */
  readonly builtin: boolean;
  vectors(model: string): number;
}

function usedIn(context: CommandContext): Promise<Used> {
  return withApp(context, async ({ app }) => {
    const { embedding } = await app.models.report();
    return {
      builtin: embedding.languages !== null,
      vectors: (name) => embedding.sets.find(({ model }) => model === name)?.vectors ?? 0,
    };
  });
}

function describe(config: Config, model: CatalogueModel, used: Used): Listed {
  const folder = path.join(config.data_dir, MODELS_FOLDER);
  const installed = installedModels(folder).find(({ name }) => name === model.name);
  const { name, licence, about } = model;
  const bytes = installed?.bytes ?? model.files.reduce((sum, file) => sum + file.bytes, 0);
  const vectors = used.vectors(model.model.name);
  return { name, status: statusOf(), bytes, vectors, licence, about };

  function statusOf(): Listed['status'] {
    if (!installed) return 'not installed';
    if (missingFiles(folder, model).length > 0) return 'damaged';
    return used.builtin ? 'active' : 'installed';
  }
}
