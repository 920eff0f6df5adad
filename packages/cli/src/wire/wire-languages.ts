/** What is installed for other languages: looked for in the data folder, whenever somebody wants to know. */
import { existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
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
  const isThere = watched(languageFolder(config));
  return {
    installed: () => (isThere() ? LANGUAGE_MODEL.model.name : null),
    open: () => models.openEmbedder({ provider: 'builtin', model: LANGUAGE_MODEL.name }),
    scale: LANGUAGE_MODEL.scale,
    isEnglish: async (text) => (await import('@zapomni/providers/language')).isEnglish(text),
  };
}

const LOOKED_EVERY_MS = 1000;

/** Whether a folder is there, as it was a moment ago: asked at every search, which waits for no disk. */
function watched(folder: string): () => boolean {
  let isThere = existsSync(folder);
  let lookedAt = performance.now();
  const look = async (): Promise<void> => {
    isThere = await access(folder).then(
      () => true,
      () => false,
    );
  };
  return () => {
    if (performance.now() - lookedAt > LOOKED_EVERY_MS) {
      lookedAt = performance.now();
      void look();
    }
    return isThere;
  };
}
