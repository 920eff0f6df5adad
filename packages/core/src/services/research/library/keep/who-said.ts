/**
 * Who said what of a paper, however that is kept. Most papers come once, from one source: then the record names it (`said_by`), and what it
 * said are the record's own fields. As soon as a second one speaks, or the user, each field has its lines in `paper_fields`.
 */
import type { BibliographicItem } from '../../../../model/papers/index.ts';
import type { RecordWrite } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import type { FieldSaid } from '../store/field-record.ts';
import { fieldsOf } from '../store/index.ts';
import type { KeptPaper, PaperRecord } from '../store/paper-record.ts';
import { saidIn } from './belief.ts';
import { sameJson } from './same-json.ts';

export interface SaidOf {
  readonly said: readonly FieldSaid[];
  /** Of the record that has the lines; 0 where there is none. */
  readonly version: number;
}

const NOBODY: SaidOf = { said: [], version: 0 };

/** By paper. */
export async function whoSaid(
  deps: Deps,
  workspace: string,
  papers: readonly KeptPaper[],
): Promise<ReadonlyMap<string, SaidOf>> {
  const lined = papers.filter(({ value }) => value.said_by === null).map(({ key }) => key);
  const kept = await fieldsOf(deps).getMany(workspace, lined);
  const lines = new Map(kept.map(({ key, value, version }) => [key, { said: value.said, version }]));
  return new Map(papers.map(({ key, value }) => [key, bySource(value) ?? lines.get(key) ?? NOBODY]));
}

export async function whoSaidOf(deps: Deps, workspace: string, paper: KeptPaper): Promise<SaidOf> {
  return (await whoSaid(deps, workspace, [paper])).get(paper.key) ?? NOBODY;
}

function bySource({ item, said_by }: PaperRecord): SaidOf | null {
  return said_by && { said: saidIn(item as BibliographicItem, said_by), version: 0 };
}

/** The source that has said all of the item and nothing else; null where it was not one. */
function onlySource(said: readonly FieldSaid[], item: PaperRecord['item']): PaperRecord['said_by'] {
  const [first] = said;
  if (!first) return null;
  const by = {
    source: first.source,
    at: first.at,
    // One that says a vague type is less sure of that than of the rest.
    confidence: said.reduce((most, { confidence }) => Math.max(most, confidence), 0),
  };
  const told = new Map(saidIn(item as BibliographicItem, by).map((one) => [one.field, one]));
  const isAll = told.size === said.length && said.every((one) => sameJson(one, told.get(one.field)));
  return isAll ? by : null;
}

/** The record as it is to be kept, and with it the lines, where it does not say all by itself. */
export function keptSaid(
  deps: Deps,
  paper: { readonly id: string; readonly record: PaperRecord },
  { said, version }: SaidOf,
): { readonly record: PaperRecord; readonly writes: readonly RecordWrite[] } {
  const { id } = paper;
  // Lines that are there stay: who took the user's word back has still said so.
  const said_by = version === 0 ? onlySource(said, paper.record.item) : null;
  const record = { ...paper.record, said_by };
  const lines = fieldsOf(deps);
  return {
    record,
    writes: said_by ? [] : [lines.writeFor(id, { said: [...said] }, { parent: id, ifVersion: version })],
  };
}
