/** What others say on the network, shown as what it is: feeds before they are followed, and searches of the web. Nothing of it is stored. */
import type { Deps } from '../../services/deps.ts';
import { searchWeb, type SearchedWeb, type SearchWebRequest } from '../../services/research/discovery/search-web.ts';
import { previewFeed, type Feed, type PreviewRequest } from '../../services/research/feeds/index.ts';

export interface OutsideCalls {
  previewFeed(request: PreviewRequest): Promise<Feed>;
  searchWeb(request: SearchWebRequest): Promise<SearchedWeb>;
}

export function createOutsideCalls(deps: Deps): OutsideCalls {
  return {
    previewFeed: (request) => previewFeed(deps, request),
    searchWeb: (request) => searchWeb(deps, request),
  };
}
