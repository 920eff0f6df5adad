/** Full texts: where they can be had for nothing, and having them. */
import type { Deps } from '../../services/deps.ts';
import {
  downloadCopies,
  downloadPdf,
  locateCopies,
  inLibrary,
  nobodyToAsk,
  validateSources,
  type Downloaded,
  type DownloadRequest,
  type ValidatedSource,
  type ValidateRequest,
} from '../../services/research/access/index.ts';
import type { FoundCopies } from '../../services/research/lookup/index.ts';
import type { Identifier } from '../../model/papers/index.ts';

export interface LocatePdfRequest {
  readonly workspace: string;
  readonly article: string;
  readonly searchMultipleSources: boolean;
  /** Have the best of them at once. */
  readonly autoDownload: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface LocatedPdf extends FoundCopies {
  readonly identifiers: readonly Identifier[];
  /** Null where it was not wanted. */
  readonly downloaded: Downloaded | null;
}

export interface AccessCalls {
  /** NETWORK_OFF where no source may be asked. */
  locate(request: LocatePdfRequest): Promise<LocatedPdf>;
  /** Into the store, and to a folder below that of exports if one is named. */
  download(request: DownloadRequest): Promise<Downloaded>;
  validate(request: ValidateRequest): Promise<readonly ValidatedSource[]>;
}

const TIMEOUT_S = 30;

export function createAccessCalls(deps: Deps): AccessCalls {
  const identify = inLibrary(deps);
  return {
    locate: async ({ workspace, article, autoDownload, searchMultipleSources, signal }) => {
      const identifiers = await identify(workspace, article);
      const found = await locateCopies(deps, { identifiers, searchMultipleSources, signal });
      if (found.sources.every(({ status }) => status === 'off')) throw nobodyToAsk();
      const order = { workspace, identifiers, ...found, plan: null, timeoutSeconds: TIMEOUT_S, signal };
      return { identifiers, ...found, downloaded: autoDownload ? await downloadCopies(deps, order) : null };
    },
    download: async (request) => {
      const downloaded = await downloadPdf(deps, request, identify);
      const { sources, attempts } = downloaded;
      if (attempts.length === 0 && sources.length > 0 && sources.every(({ status }) => status === 'off'))
        throw nobodyToAsk();
      return downloaded;
    },
    validate: (request) => validateSources(deps, request),
  };
}
