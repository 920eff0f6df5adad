/** What is installed for other languages: looked for in the data folder, whenever somebody wants to know. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '@zapomni/core/config';
import type { Languages, ModelOpener } from '@zapomni/core/ports';
import { LANGUAGE_MODEL } from '@zapomni/providers/embed';

/** In the data folder: models that were installed. */
export const MODELS_FOLDER = 'models';

export function languageFolder({ data_dir: dataDir }: Config): string {
  return path.join(dataDir, MODELS_FOLDER, LANGUAGE_MODEL.name);
}

export function wireLanguages(config: Config, models: ModelOpener): Languages {
  const folder = languageFolder(config);
  return {
    installed: () => (existsSync(folder) ? LANGUAGE_MODEL.model.name : null),
    open: () => models.openEmbedder({ provider: 'builtin', model: LANGUAGE_MODEL.name }),
    scale: LANGUAGE_MODEL.scale,
    isEnglish: async (text) => (await import('@zapomni/providers/language')).isEnglish(text),
  };
}
