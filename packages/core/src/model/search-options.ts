/** What can be chosen about a search: its stages, switched off one by one to measure what each is worth, and the fusion. */
export const SEARCH_STAGES = [
  'spelling',
  'words',
  'meaning',
  'time',
  'names',
  'needs',
  'linked',
  'rerank',
  'complement',
  'cross-encoder',
  'neighbours',
  'verbatim',
  'freshness',
  'collapse',
  'abstain',
] as const;

export type SearchStage = (typeof SEARCH_STAGES)[number];

export type StageSwitch = (stage: SearchStage) => boolean;

export const FUSION_METHODS = ['weighted', 'rrf', 'rsf', 'dbsf'] as const;

export type FusionMethod = (typeof FUSION_METHODS)[number];
