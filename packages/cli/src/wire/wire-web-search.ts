/** Engines that search the web, as the settings name them. Which there are is known at once; nothing is loaded before one is asked. */
import type { Config } from '@zapomni/core/config';
import type { Web, WebEngine, WebSearch } from '@zapomni/core/ports';
import { readKey } from './read-key.ts';

export function wireWebSearches(config: Config, web: Web): WebSearch[] {
  const { searxng_url: searxngUrl, brave_search_key: key, brave_search_key_file: file, brave_search_url: url } = config;
  const named: readonly (WebEngine | null)[] = [
    searxngUrl === undefined ? null : 'searxng',
    key === undefined && file === undefined ? null : 'brave',
  ];
  let opened: Promise<WebSearch[]> | undefined;
  const open = async () => {
    const { createWebSearches } = await import('@zapomni/providers/websearch');
    const found = readKey(key, file, 'ZAPOMNI_BRAVE_SEARCH_KEY_FILE');
    return createWebSearches({ web, searxngUrl, brave: found === undefined ? undefined : { url, key: found } });
  };
  return named.flatMap((engine) =>
    engine === null
      ? []
      : {
          engine,
          async search(request) {
            const one = (await (opened ??= open())).find((made) => made.engine === engine);
            return one?.search(request) ?? [];
          },
        },
  );
}
