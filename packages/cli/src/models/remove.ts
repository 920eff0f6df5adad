/** `zapomni model remove NAME`: its files at once, its vectors with the next work on the store. */
import path from 'node:path';
import { ZapomniError } from '@zapomni/core/errors';
import { removeModel } from '@zapomni/providers/models';
import type { CommandContext } from '../commands/command.ts';
import { count, size } from '../output/in-words.ts';
import { printJson } from '../output/print-json.ts';
import { hasStore } from '../session/has-store.ts';
import { withApp } from '../session/with-app.ts';
import { loadConfig } from '../settings/config.ts';
import { MODELS_FOLDER } from '../wire/wire-languages.ts';
import { modelNamed } from './model-named.ts';

export async function remove(context: CommandContext, name: string | undefined): Promise<void> {
  const { args, settings, terminal } = context;
  const model = modelNamed(name);
  const config = loadConfig(settings);
  const freed = await removeModel(path.join(config.data_dir, MODELS_FOLDER), model);
  if (freed === 0) {
    throw new ZapomniError('NOT_FOUND', `${model.name} is not installed.`, {
      hint: '`zapomni model list` shows what is.',
    });
  }
  const vectors = hasStore(config.data_dir, config.store) ? await forget(context, model.model.name) : 0;
  if (args.has('json')) return printJson(terminal, { status: 'removed', name: model.name, bytes: freed, vectors });
  terminal.print(`${model.name} is removed: ${size(freed)} on disk, ${count(vectors, 'vector')}.`);
}

function forget(context: CommandContext, model: string): Promise<number> {
  return withApp(context, ({ app }) => app.models.forgetLanguages(model));
}
