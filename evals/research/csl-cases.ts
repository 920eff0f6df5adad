/**
 * Cases with the fields of the public suite for CSL, as calls of `format_citations` and back. The suite says what a processor prints after
 * the last of several changes of a text; the tool is given the text as it is in the end.
 */

export interface SuiteCite {
  readonly id: string | number;
  readonly locator?: string | number;
  readonly label?: string;
  readonly prefix?: string;
  readonly suffix?: string;
  readonly position?: number;
  readonly 'near-note'?: boolean;
  readonly 'suppress-author'?: boolean;
  readonly 'author-only'?: boolean;
}

export interface SuiteCitation {
  readonly citationID: string;
  readonly citationItems: readonly SuiteCite[];
  readonly properties?: { readonly noteIndex?: number };
}

type Place = readonly [id: string, note: number];

export interface CslCase {
  readonly id: string;
  readonly mode: string;
  readonly csl: string;
  readonly input: readonly Readonly<Record<string, unknown>>[];
  readonly citations?: readonly (readonly [SuiteCitation, readonly Place[], readonly Place[]])[];
  readonly citation_items?: readonly (readonly SuiteCite[])[];
  readonly bibentries?: readonly (readonly (string | number)[])[];
  readonly result: string;
}

export interface CslCall {
  readonly style: string;
  readonly format: 'html';
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly clusters: readonly Readonly<Record<string, unknown>>[];
}

export interface CslAnswer {
  readonly citations: readonly string[];
  readonly rewritten: readonly number[];
  readonly bibliography: readonly { readonly text: string }[];
}

const POSITIONS = ['first', 'subsequent', 'ibid', 'ibid-with-locator'];

export function toCall(one: CslCase): CslCall {
  const ops = one.citations ?? [];
  const call = (clusters: CslCall['clusters'], cited?: readonly string[]): CslCall => ({
    style: one.csl,
    format: 'html',
    items: itemsOf(one, cited),
    clusters,
  });
  if (ops.length > 0) return call(clustersAfter(ops), citedAfter(ops));
  if (one.mode !== 'citation') return call([]);
  const lists = one.citation_items ?? [itemsOf(one).map(({ id }) => ({ id: String(id) }))];
  return call(lists.map((cites) => ({ cites: cites.map(toCite), alone: true })));
}

/** As the runner of the suite prints it: what the last change has written again is marked. */
export function toOutput(one: CslCase, answer: CslAnswer): string {
  if (one.mode !== 'citation') return bibliographyOf(answer);
  if (!one.citations?.length) return answer.citations.join('\n');
  return answer.citations.map((text, i) => `${answer.rewritten.includes(i) ? '>>' : '..'}[${i}] ${text}`).join('\n');
}

/** Of those with one id the last one counts, and those without have one in common, as in the suite's own runner; where there is a text, those that it cites are all there are. */
function itemsOf({ input, bibentries }: CslCase, cited?: readonly string[]): CslCall['items'] {
  const wanted = cited ?? bibentries?.at(-1)?.map(String);
  const byId = new Map(input.map((item) => [String(item['id']), item]));
  return [...byId].flatMap(([id, item]) => (!wanted || wanted.includes(id) ? [{ ...item, id }] : []));
}

function citedAfter(ops: NonNullable<CslCase['citations']>): string[] {
  const byId = new Map(ops.map(([citation]) => [citation.citationID, citation]));
  return orderAfter(ops).flatMap(([id]) => (byId.get(id)?.citationItems ?? []).map((cite) => String(cite.id)));
}

function bibliographyOf({ bibliography }: CslAnswer): string {
  return `<div class="csl-bib-body">\n${bibliography.map(({ text }) => `  ${text}\n`).join('')}</div>`;
}

function orderAfter(ops: NonNullable<CslCase['citations']>): Place[] {
  const last = ops.at(-1);
  if (!last) return [];
  const [citation, before, after] = last;
  return [...before, [citation.citationID, citation.properties?.noteIndex ?? 0], ...after];
}

function clustersAfter(ops: NonNullable<CslCase['citations']>): Readonly<Record<string, unknown>>[] {
  const byId = new Map(ops.map(([citation]) => [citation.citationID, citation]));
  const current = ops.at(-1)?.[0].citationID;
  return orderAfter(ops).map(([id, note]) => ({
    cites: (byId.get(id)?.citationItems ?? []).map(toCite),
    ...(note > 0 ? { note } : {}),
    ...(id === current ? { fresh: true } : {}),
  }));
}

function toCite(cite: SuiteCite): Readonly<Record<string, unknown>> {
  const position = cite.position === undefined ? undefined : POSITIONS[cite.position];
  return {
    id: String(cite.id),
    ...(cite.locator === undefined ? {} : { locator: String(cite.locator) }),
    ...(cite.label === undefined ? {} : { label: cite.label }),
    ...(cite.prefix === undefined ? {} : { prefix: cite.prefix }),
    ...(cite.suffix === undefined ? {} : { suffix: cite.suffix }),
    ...(position === undefined ? {} : { position }),
    ...(cite['near-note'] ? { near_note: true } : {}),
    ...(cite['suppress-author'] ? { suppress_author: true } : {}),
    ...(cite['author-only'] ? { author_only: true } : {}),
  };
}
