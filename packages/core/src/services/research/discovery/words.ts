/** Words of discovery that callers choose from: a list of tools needs nothing else of it. */
export const SERVICE_KINDS = [
  'arxiv',
  'pubmed',
  'crossref',
  'openalex',
  'biorxiv',
  'semanticscholar',
  'europepmc',
] as const;

export const SOURCE_KINDS = [...SERVICE_KINDS, 'feed', 'workflow'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/**
 * `running`: not at its end; `partial`: what came before a failure stays; `off`: it may not be asked; `fresh`: it was not run, because its time
 * has not come again.
 */
export const RUN_STATES = ['running', 'ok', 'partial', 'rate_limited', 'off', 'error', 'cancelled'] as const;
export type RunState = (typeof RUN_STATES)[number];
