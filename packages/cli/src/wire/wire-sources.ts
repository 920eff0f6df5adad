/** Where papers are looked up, as the settings allow it. Nothing of it is loaded before somebody asks for something. */
import path from 'node:path';
import { allowedSources, type Config } from '@zapomni/core/config';
import type {
  Clock,
  IdSource,
  Logger,
  PaperSource,
  PaperSources,
  RequestPace,
  Storage,
  Web,
} from '@zapomni/core/ports';
import { PAPER_SOURCES, type PaperSourceName } from '@zapomni/core/ports';
import { readKey } from './read-key.ts';
import { WEB_CACHE_FOLDER } from './wire-web.ts';

const MB = 1_000_000;

export interface SourceParts {
  readonly storage: Storage;
  readonly web: Web;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly logger: Logger;
}

export function wirePaperSources(config: Config, parts: SourceParts): PaperSources {
  let opened: Promise<readonly PaperSource[]> | undefined;
  let pace: Promise<RequestPace> | undefined;
  const onePace = () => (pace ??= openPace(parts));
  return {
    all: () => (opened ??= openSources(config, parts, onePace)),
    standing: async (host) => (await onePace()).standing(host),
  };
}

async function openPace(parts: SourceParts): Promise<RequestPace> {
  const { createSharedPace } = await import('@zapomni/core/research');
  return createSharedPace(parts);
}

async function openSources(
  config: Config,
  parts: SourceParts,
  pace: () => Promise<RequestPace>,
): Promise<PaperSource[]> {
  const { createPaperSources } = await import('@zapomni/providers/sources');
  const { web, clock, logger } = parts;
  const maxBytes = config.web_cache_mb * MB;
  return createPaperSources({
    web,
    clock,
    logger,
    pace: await pace(),
    cache: maxBytes === 0 ? undefined : { folder: path.join(config.data_dir, WEB_CACHE_FOLDER), maxBytes },
    allowed: allowedSources(config),
    isOffline: config.paper_offline,
    contact: config.web_contact,
    urls: Object.fromEntries(PAPER_SOURCES.map((name) => [name, config[`${name}_url`]])) as Record<
      PaperSourceName,
      string
    >,
    keys: {
      crossref: readKey(config.crossref_key, config.crossref_key_file, 'ZAPOMNI_CROSSREF_KEY_FILE'),
      openalex: readKey(config.openalex_key, config.openalex_key_file, 'ZAPOMNI_OPENALEX_KEY_FILE'),
      pubmed: readKey(config.pubmed_key, config.pubmed_key_file, 'ZAPOMNI_PUBMED_KEY_FILE'),
      semanticscholar: readKey(
        config.semanticscholar_key,
        config.semanticscholar_key_file,
        'ZAPOMNI_SEMANTICSCHOLAR_KEY_FILE',
      ),
    },
  });
}
