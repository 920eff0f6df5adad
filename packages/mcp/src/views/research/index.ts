/** How what is followed, found and visited looks to clients. Apart from the rest, so that who does no research does not load it. */
export { toCreatedQuery, toDeletedQuery, toQueries, toQuery, toQueryDetails, toUpdatedQuery } from './query.ts';
export { toEvaluatedArticles, toJudgedArticle } from './evaluation.ts';
export { FROM_OUTSIDE, toFeed, toSearchedWeb } from './outside.ts';
export { toDeletedSource, toFinding, toFindings, toRuns, toSource, toSourceDetails, toSources } from './discovery.ts';
export {
  toConfirmed,
  toEndedRun,
  toExportedWorkflow,
  toProposal,
  toShownWorkflow,
  toTriedOut,
  toWorkflow,
  toWorkflowDetails,
  toWorkflows,
} from './workflow.ts';
