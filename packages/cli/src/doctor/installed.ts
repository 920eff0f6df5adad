/** Are installed models there, whole and right, and do they embed? Says nothing where none is installed. */
import path from 'node:path';
import type { Config } from '@zapomni/core/config';
import type { Embedder } from '@zapomni/core/ports';
import { CATALOGUE, isInstalled, missingFiles } from '@zapomni/providers/models';
import { MODELS_FOLDER } from '../wire/wire-languages.ts';
import { describeRuntime } from './model.ts';
import { attempt, ok, warning, type Check } from './check.ts';

const NAME = 'Languages';
const SENTENCE = 'Тихая ночь над рекой.';

export async function* checkInstalled(config: Config, open: (name: string) => Embedder): AsyncGenerator<Check> {
  const folder = path.join(config.data_dir, MODELS_FOLDER);
  for (const model of CATALOGUE.filter((one) => isInstalled(folder, one))) {
    const missing = missingFiles(folder, model);
    if (missing.length > 0) {
      const advice = `Run \`zapomni model install ${model.name}\` again. Until then the built-in model does its work.`;
      yield warning(NAME, `${model.name}: ${missing.join(', ')} is missing or has the wrong length`, advice);
      continue;
    }
    yield await attempt(NAME, async () => {
      const embedder = open(model.name);
      const started = performance.now();
      try {
        await embedder.embed([SENTENCE], { role: 'query' });
      } finally {
        await embedder.close();
      }
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      return ok(
        NAME,
        `${model.name}, files right, loaded and embedded in ${seconds} s${describeRuntime(embedder.runtime)}`,
      );
    });
  }
}
