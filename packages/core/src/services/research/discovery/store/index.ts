/** The collections of discovery, opened. */
import type { Deps } from '../../../deps.ts';
import { collection } from '../../../records/collection.ts';
import { DISCOVERY_FINDINGS, DISCOVERY_NEWS } from './finding-record.ts';
import { DISCOVERY_PAGES } from './page-record.ts';
import { DISCOVERY_RUNS } from './run-record.ts';
import { DISCOVERY_SCHEDULES } from './schedule-record.ts';
import { DISCOVERY_ITEMS, DISCOVERY_SOURCES } from './source-record.ts';

type Parts = Pick<Deps, 'storage' | 'clock'>;

export const sourcesOf = (deps: Parts) => collection(deps, DISCOVERY_SOURCES);
export const itemsOf = (deps: Parts) => collection(deps, DISCOVERY_ITEMS);
export const pagesOf = (deps: Parts) => collection(deps, DISCOVERY_PAGES);
export const runsOf = (deps: Parts) => collection(deps, DISCOVERY_RUNS);
export const findingsOf = (deps: Parts) => collection(deps, DISCOVERY_FINDINGS);
export const newsOf = (deps: Parts) => collection(deps, DISCOVERY_NEWS);
export const schedulesOf = (deps: Parts) => collection(deps, DISCOVERY_SCHEDULES);
