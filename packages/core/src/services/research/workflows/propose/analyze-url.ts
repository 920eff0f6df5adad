/**
 * A look at a page that lists works: which elements are the works and what they say, as a definition that somebody confirms. What the page says is
 * data; it decides nothing but its own selectors.
 */
import { invalidField, ZapomniError } from '../../../../errors/index.ts';
import type { BrowserVisit } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import type { WorkflowDefinition } from '../definition/definition.ts';
import { readDefinition } from '../definition/read-definition.ts';
import { toBrowserTargets } from '../definition/targets.ts';
import { openVisit } from '../run/execute.ts';
import { isEmpty, toRow, toRules, type Row } from '../run/take-fields.ts';
import { proposalsOf, type KeptProposal, type ProposalRecord } from '../store/workflow-record.ts';
import { findFields, findNext, type ProposedFields } from './find-fields.ts';
import { findListing } from './find-listing.ts';
import { metaFields, toldTitles } from './find-told.ts';
import { parseHtml, type Element } from './html-tree.ts';

export interface AnalyzeRequest {
  readonly workspace: string;
  readonly url: string;
  readonly samples: number;
  readonly signal?: AbortSignal | undefined;
}

const KEPT_MS = 7 * 86_400_000;
const LOAD_MS = 15_000;
/** Scripts may fill the page in a little later. */
const SETTLE_MS = 1000;
const PAGES = 5;

interface Found {
  readonly how: ProposalRecord['how'];
  readonly confidence: number;
  readonly each: string | null;
  readonly fields: ProposedFields;
  readonly next: string | null;
}

/** NOT_FOUND where nothing on the page is like a list of works. */
export async function analyzeUrl(
  deps: Deps,
  { workspace, url, samples, signal }: AnalyzeRequest,
): Promise<KeptProposal> {
  const address = checkUrl(url);
  const start = { allow_hosts: [new URL(address).host], steps: [{ do: 'goto', url: literal(address) }] };
  const visit = await openVisit(deps, readDefinition({ ...start, output: 'rows' }), signal);
  try {
    await visit.goto(address);
    await visit.wait({ load: 'load' }, LOAD_MS);
    await visit.wait({ ms: SETTLE_MS }, LOAD_MS);
    const found = look(parseHtml(await visit.html()));
    if (!found) throw nothingFound();
    const definition = toDefinition(start, found);
    const seen = await seenIn(visit, definition, samples);
    if (seen.rows.length === 0) throw nothingFound();
    return await keepProposal(deps, workspace, { url: address, definition, found, ...seen });
  } finally {
    await visit.close();
  }
}

function checkUrl(url: string): string {
  if (!/^https?:\/\//i.test(url.trim()) || !URL.canParse(url.trim()))
    throw invalidField('url', 'takes an address that begins with https:// or http://');
  const { href, username, password } = new URL(url.trim());
  if (username !== '' || password !== '') throw invalidField('url', 'must not hold a name or password');
  return href;
}

/** No part of an address that was given is a place for values. */
function literal(address: string): string {
  return address.replaceAll('{', '%7B').replaceAll('}', '%7D');
}

function nothingFound(): ZapomniError {
  return new ZapomniError('NOT_FOUND', 'url: nothing on this page is like a list of works.', {
    hint: 'Give the page that lists them, or write the workflow by hand: create_browser_workflow.',
    issues: [{ field: 'url', error: 'no list was found' }],
  });
}

function look(root: Element): Found | null {
  const told = toldTitles(root);
  const listing = findListing(root, told);
  const fields = listing && findFields(listing.rows);
  const meta = metaFields(root);
  if (meta && (!listing || listing.score < 0.6))
    return { how: 'meta', confidence: 0.9, each: null, fields: meta, next: null };
  if (!listing || !fields) return null;
  // A title and a link are the least; each thing more that was recognised makes a list of works likelier.
  const more = ['url', 'date', 'authors', 'abstract', 'doi'].filter((name) => Object.hasOwn(fields, name)).length;
  const confidence = Math.min(0.99, listing.score * (0.7 + 0.08 * more));
  const how = listing.isNamed ? 'json_ld' : 'structure';
  return { how, confidence, each: listing.each, fields, next: findNext(root) };
}

function toDefinition(
  start: { allow_hosts: string[]; steps: object[] },
  { each, fields, next }: Found,
): WorkflowDefinition {
  return readDefinition({
    allow_hosts: start.allow_hosts,
    steps: [
      ...start.steps,
      ...(each === null ? [] : [{ do: 'wait', for: { css: each } }]),
      { do: 'extract', ...(each === null ? {} : { each: { css: each } }), max: '{{limit}}', fields },
      ...(next === null ? [] : [{ do: 'paginate', next: { css: next }, max_pages: PAGES }]),
    ],
  });
}

/** What the browser itself finds by the selectors: what counts is the page, not how it was read here. */
async function seenIn(
  visit: BrowserVisit,
  definition: WorkflowDefinition,
  most: number,
): Promise<{ matched: number; rows: readonly Row[] }> {
  const step = definition.steps.find((one) => one.do === 'extract');
  if (!step) return { matched: 0, rows: [] };
  const each = toBrowserTargets(step.each ?? []);
  const extracted = await visit.extract(each, toRules(step.fields), most);
  const rows = extracted.map((row) => toRow(row, step.fields)).filter((row) => !isEmpty(row) && row['title'] !== null);
  return { matched: each.length === 0 ? 1 : await visit.count(each), rows };
}

interface Seen {
  readonly url: string;
  readonly definition: WorkflowDefinition;
  readonly found: Found;
  readonly matched: number;
  readonly rows: readonly Row[];
}

async function keepProposal(deps: Deps, workspace: string, seen: Seen): Promise<KeptProposal> {
  const { url, definition, found, matched, rows } = seen;
  const [proposals, key, now] = [proposalsOf(deps), deps.ids.next(), deps.clock.now()];
  const { items } = await proposals.list(workspace, { index: 'by_expiry', from: 0, to: now, limit: 100 });
  const value = {
    url,
    definition,
    how: found.how,
    confidence: Math.round(found.confidence * 100) / 100,
    matched,
    samples: rows.map((row) => ({ ...row })) as ProposalRecord['samples'],
    created_at: now,
    expires_at: now + KEPT_MS,
    confirmed: null,
  };
  const writes = [
    proposals.writeFor(key, value, { ifVersion: 0 }),
    ...items.map((old) => proposals.deletionOf(old.key)),
  ];
  await deps.storage.records.write(workspace, writes, now);
  return (await proposals.get(workspace, key)) as KeptProposal;
}
