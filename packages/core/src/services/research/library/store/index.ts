/** The collections of the library, opened. */
import type { Deps } from '../../../deps.ts';
import { collection } from '../../../records/collection.ts';
import { PAPER_ARRIVALS } from './arrival-record.ts';
import { PAPER_FIELDS } from './field-record.ts';
import { PAPER_ANNOTATIONS, PAPER_FILES } from './file-record.ts';
import { PAPER_IDENTIFIERS, PAPER_TOLD_VERSIONS, PAPER_VERSIONS, PAPERS } from './paper-record.ts';
import { PAPER_CONTEXTS, PAPER_REFERENCES } from './reference-record.ts';
import { PAPER_PLANS, PAPER_SETS } from './set-record.ts';

type Parts = Pick<Deps, 'storage' | 'clock'>;

export const papersOf = (deps: Parts) => collection(deps, PAPERS);
export const identifiersOf = (deps: Parts) => collection(deps, PAPER_IDENTIFIERS);
export const fieldsOf = (deps: Parts) => collection(deps, PAPER_FIELDS);
export const versionsOf = (deps: Parts) => collection(deps, PAPER_VERSIONS);
export const toldVersionsOf = (deps: Parts) => collection(deps, PAPER_TOLD_VERSIONS);
export const filesOf = (deps: Parts) => collection(deps, PAPER_FILES);
export const annotationsOf = (deps: Parts) => collection(deps, PAPER_ANNOTATIONS);
export const referencesOf = (deps: Parts) => collection(deps, PAPER_REFERENCES);
export const contextsOf = (deps: Parts) => collection(deps, PAPER_CONTEXTS);
export const setsOf = (deps: Parts) => collection(deps, PAPER_SETS);
export const plansOf = (deps: Parts) => collection(deps, PAPER_PLANS);
export const arrivalsOf = (deps: Parts) => collection(deps, PAPER_ARRIVALS);
