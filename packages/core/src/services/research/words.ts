/** Words that callers choose from, apart from what is done with them: a list of tools needs nothing else of papers. */

export const REFERENCE_VERDICTS = ['verified', 'wrong', 'retracted', 'unknown', 'invented'] as const;
export type ReferenceVerdict = (typeof REFERENCE_VERDICTS)[number];

export const SEARCH_ORDERS = ['relevance', 'date', 'citations', 'title'] as const;
export type SearchOrder = (typeof SEARCH_ORDERS)[number];

export const LIST_ORDERS = ['added', 'title', 'year'] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

export const POLARITIES = ['supports', 'contrasts', 'mentions'] as const;

export const DATA_FORMATS = ['json', 'jsonl', 'csv', 'markdown', 'xml', 'yaml'] as const;
export type DataFormat = (typeof DATA_FORMATS)[number];

export const DIMENSIONS = ['methodology', 'findings', 'citations', 'metrics'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export const PRIORITIES = ['relevance', 'citations', 'recent', 'comprehensive'] as const;
export type Priority = (typeof PRIORITIES)[number];

export const DEPTHS = ['quick', 'medium', 'deep'] as const;
export type Depth = (typeof DEPTHS)[number];

/** Steps of a browser workflow, as single arguments name them. */
export const WORKFLOW_ACTIONS = ['navigate', 'click', 'type', 'extract', 'wait', 'scroll', 'screenshot'] as const;
export type WorkflowAction = (typeof WORKFLOW_ACTIONS)[number];
