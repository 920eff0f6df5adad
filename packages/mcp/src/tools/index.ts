// Written by `npm run gen` from the folders beside it.
import type { ZapomniTool } from '../define-tool.ts';
import explainChange from './code/explain-change.ts';
import findDeadCode from './code/find-dead-code.ts';
import findSymbol from './code/find-symbol.ts';
import getCallees from './code/get-callees.ts';
import getCallers from './code/get-callers.ts';
import getCodeMap from './code/get-code-map.ts';
import getHierarchy from './code/get-hierarchy.ts';
import getImpact from './code/get-impact.ts';
import getReferences from './code/get-references.ts';
import getSymbol from './code/get-symbol.ts';
import indexCodebase from './code/index-codebase.ts';
import listRepositories from './code/list-repositories.ts';
import removeRepository from './code/remove-repository.ts';
import searchCode from './code/search-code.ts';
import backupCollection from './collection/backup-collection.ts';
import collectionStats from './collection/collection-stats.ts';
import createCustomIndex from './collection/create-custom-index.ts';
import exportArticleData from './collection/export-article-data.ts';
import inspectChunks from './collection/inspect-chunks.ts';
import optimizeSearch from './collection/optimize-search.ts';
import reindexCollection from './collection/reindex-collection.ts';
import restoreCollection from './collection/restore-collection.ts';
import checkFindings from './discovery/check-findings.ts';
import createArxivSource from './discovery/create-arxiv-source.ts';
import createBiorxivSource from './discovery/create-biorxiv-source.ts';
import createCrossrefSource from './discovery/create-crossref-source.ts';
import createDiscoverySource from './discovery/create-discovery-source.ts';
import createOpenalexSource from './discovery/create-openalex-source.ts';
import createPubmedSource from './discovery/create-pubmed-source.ts';
import deleteDiscoverySource from './discovery/delete-discovery-source.ts';
import getDiscoverySource from './discovery/get-discovery-source.ts';
import listDiscoverySources from './discovery/list-discovery-sources.ts';
import previewFeed from './discovery/preview-feed.ts';
import runDiscovery from './discovery/run-discovery.ts';
import webSearch from './discovery/web-search.ts';
import addDocument from './documents/add-document.ts';
import addFolder from './documents/add-folder.ts';
import findQuote from './documents/find-quote.ts';
import listDocuments from './documents/list-documents.ts';
import processPdf from './documents/process-pdf.ts';
import readDocument from './documents/read-document.ts';
import refreshDocument from './documents/refresh-document.ts';
import removeDocument from './documents/remove-document.ts';
import purgeMemory from './forgetting/purge-memory.ts';
import buildGraph from './graph/build-graph.ts';
import exportGraph from './graph/export-graph.ts';
import getEntity from './graph/get-entity.ts';
import getRelated from './graph/get-related.ts';
import graphStatus from './graph/graph-status.ts';
import link from './graph/link.ts';
import mergeEntities from './graph/merge-entities.ts';
import pruneMemory from './graph/prune-memory.ts';
import searchEntities from './graph/search-entities.ts';
import splitEntities from './graph/split-entities.ts';
import suggestMerges from './graph/suggest-merges.ts';
import unlink from './graph/unlink.ts';
import addMemory from './memory/add-memory.ts';
import clearAll from './memory/clear-all.ts';
import deleteMemory from './memory/delete-memory.ts';
import getContext from './memory/get-context.ts';
import getMemory from './memory/get-memory.ts';
import getStats from './memory/get-stats.ts';
import listMemories from './memory/list-memories.ts';
import searchMemory from './memory/search-memory.ts';
import updateMemory from './memory/update-memory.ts';
import setModel from './models/set-model.ts';
import answerQuestion from './papers/answer-question.ts';
import exportBibliography from './papers/export-bibliography.ts';
import findRelatedPapers from './papers/find-related-papers.ts';
import formatCitations from './papers/format-citations.ts';
import getArticleDetails from './papers/get-article-details.ts';
import importBibliography from './papers/import-bibliography.ts';
import listArticles from './papers/list-articles.ts';
import readArticle from './papers/read-article.ts';
import searchArticles from './papers/search-articles.ts';
import createQuery from './queries/create-query.ts';
import deleteQuery from './queries/delete-query.ts';
import evaluateArticle from './queries/evaluate-article.ts';
import getQuery from './queries/get-query.ts';
import judgeArticle from './queries/judge-article.ts';
import listQueries from './queries/list-queries.ts';
import updateQuery from './queries/update-query.ts';
import analyzeTopic from './research/analyze-topic.ts';
import batchProcessPdfs from './research/batch-process-pdfs.ts';
import checkReferences from './research/check-references.ts';
import compareArticles from './research/compare-articles.ts';
import consolidateAndRetag from './research/consolidate-and-retag.ts';
import consolidateTags from './research/consolidate-tags.ts';
import deleteArticle from './research/delete-article.ts';
import downloadPdf from './research/download-pdf.ts';
import extractCitations from './research/extract-citations.ts';
import extractPdfMetadata from './research/extract-pdf-metadata.ts';
import generateReadingList from './research/generate-reading-list.ts';
import generateResearchSummary from './research/generate-research-summary.ts';
import getCitationContext from './research/get-citation-context.ts';
import locatePdf from './research/locate-pdf.ts';
import manageTagVocabulary from './research/manage-tag-vocabulary.ts';
import mergeArticles from './research/merge-articles.ts';
import splitArticle from './research/split-article.ts';
import suggestTags from './research/suggest-tags.ts';
import syncWithObsidian from './research/sync-with-obsidian.ts';
import updateArticleMetadata from './research/update-article-metadata.ts';
import validatePdfSources from './research/validate-pdf-sources.ts';
import cancelTask from './tasks/cancel-task.ts';
import getTaskStatus from './tasks/get-task-status.ts';
import listTasks from './tasks/list-tasks.ts';
import retryTask from './tasks/retry-task.ts';
import getChanges from './time/get-changes.ts';
import getSnapshot from './time/get-snapshot.ts';
import getTimeline from './time/get-timeline.ts';
import addWorkflowAction from './workflows/add-workflow-action.ts';
import analyzeSourceUrl from './workflows/analyze-source-url.ts';
import configureSearch from './workflows/configure-search.ts';
import confirmSourceWorkflow from './workflows/confirm-source-workflow.ts';
import createBrowserWorkflow from './workflows/create-browser-workflow.ts';
import deleteWorkflow from './workflows/delete-workflow.ts';
import executeWorkflow from './workflows/execute-workflow.ts';
import getWorkflowDetails from './workflows/get-workflow-details.ts';
import listWorkflows from './workflows/list-workflows.ts';
import updateWorkflowStatus from './workflows/update-workflow-status.ts';
import createWorkspace from './workspaces/create-workspace.ts';
import deleteWorkspace from './workspaces/delete-workspace.ts';
import getCurrentWorkspace from './workspaces/get-current-workspace.ts';
import listWorkspaces from './workspaces/list-workspaces.ts';
import setCurrentWorkspace from './workspaces/set-current-workspace.ts';
import addObservations from './compat-server-memory/add-observations.ts';
import createEntities from './compat-server-memory/create-entities.ts';
import createRelations from './compat-server-memory/create-relations.ts';
import deleteEntities from './compat-server-memory/delete-entities.ts';
import deleteObservations from './compat-server-memory/delete-observations.ts';
import deleteRelations from './compat-server-memory/delete-relations.ts';
import openNodes from './compat-server-memory/open-nodes.ts';
import readGraph from './compat-server-memory/read-graph.ts';
import searchNodes from './compat-server-memory/search-nodes.ts';

export const toolGroups = {
  code: [
    explainChange,
    findDeadCode,
    findSymbol,
    getCallees,
    getCallers,
    getCodeMap,
    getHierarchy,
    getImpact,
    getReferences,
    getSymbol,
    indexCodebase,
    listRepositories,
    removeRepository,
    searchCode,
  ],
  collection: [
    backupCollection,
    collectionStats,
    createCustomIndex,
    exportArticleData,
    inspectChunks,
    optimizeSearch,
    reindexCollection,
    restoreCollection,
  ],
  discovery: [
    checkFindings,
    createArxivSource,
    createBiorxivSource,
    createCrossrefSource,
    createDiscoverySource,
    createOpenalexSource,
    createPubmedSource,
    deleteDiscoverySource,
    getDiscoverySource,
    listDiscoverySources,
    previewFeed,
    runDiscovery,
    webSearch,
  ],
  documents: [
    addDocument,
    addFolder,
    findQuote,
    listDocuments,
    processPdf,
    readDocument,
    refreshDocument,
    removeDocument,
  ],
  forgetting: [purgeMemory],
  graph: [
    buildGraph,
    exportGraph,
    getEntity,
    getRelated,
    graphStatus,
    link,
    mergeEntities,
    pruneMemory,
    searchEntities,
    splitEntities,
    suggestMerges,
    unlink,
  ],
  memory: [
    addMemory,
    clearAll,
    deleteMemory,
    getContext,
    getMemory,
    getStats,
    listMemories,
    searchMemory,
    updateMemory,
  ],
  models: [setModel],
  papers: [
    answerQuestion,
    exportBibliography,
    findRelatedPapers,
    formatCitations,
    getArticleDetails,
    importBibliography,
    listArticles,
    readArticle,
    searchArticles,
  ],
  queries: [createQuery, deleteQuery, evaluateArticle, getQuery, judgeArticle, listQueries, updateQuery],
  research: [
    analyzeTopic,
    batchProcessPdfs,
    checkReferences,
    compareArticles,
    consolidateAndRetag,
    consolidateTags,
    deleteArticle,
    downloadPdf,
    extractCitations,
    extractPdfMetadata,
    generateReadingList,
    generateResearchSummary,
    getCitationContext,
    locatePdf,
    manageTagVocabulary,
    mergeArticles,
    splitArticle,
    suggestTags,
    syncWithObsidian,
    updateArticleMetadata,
    validatePdfSources,
  ],
  tasks: [cancelTask, getTaskStatus, listTasks, retryTask],
  time: [getChanges, getSnapshot, getTimeline],
  workflows: [
    addWorkflowAction,
    analyzeSourceUrl,
    configureSearch,
    confirmSourceWorkflow,
    createBrowserWorkflow,
    deleteWorkflow,
    executeWorkflow,
    getWorkflowDetails,
    listWorkflows,
    updateWorkflowStatus,
  ],
  workspaces: [createWorkspace, deleteWorkspace, getCurrentWorkspace, listWorkspaces, setCurrentWorkspace],
  'compat-server-memory': [
    addObservations,
    createEntities,
    createRelations,
    deleteEntities,
    deleteObservations,
    deleteRelations,
    openNodes,
    readGraph,
    searchNodes,
  ],
} satisfies Record<string, readonly ZapomniTool[]>;
