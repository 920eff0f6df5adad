// Written by `npm run gen` from the folders beside it.
import type { ZapomniTool } from '../define-tool.ts';
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

export default [
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
] satisfies readonly ZapomniTool[];
