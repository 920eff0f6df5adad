/** A paper that does not exist, as each source would have it, so that all of them can be held to the same promises. */
import type { Identifier } from '@zapomni/core/model';
import type { MatchQuery, PaperQuestion, PaperSearch, PaperSourceName } from '@zapomni/core/ports';
import type { Exchange } from '../exchange.ts';

export interface MadeUpSource {
  readonly name: PaperSourceName;
  /** By which it knows the paper. */
  readonly known: Identifier;
  readonly unknown: Identifier;
  /** Of a scheme that it cannot be asked for. */
  readonly foreign: Identifier;
  /** What it can be asked, and how many answers it has. */
  readonly answers: Readonly<Partial<Record<PaperQuestion, number>>>;
  readonly exchanges: readonly Exchange[];
  /** Of a kind that its address never has, in place of an answer with 200. */
  readonly errorInside: string;
  /** Where it can be searched. */
  readonly search?: MadeUpSearch;
}

/** Three papers on two pages, the last of them without a title. */
export interface MadeUpSearch {
  readonly wish: PaperSearch;
  /** Numbers of the three, in order. */
  readonly ids: readonly string[];
  readonly exchanges: readonly Exchange[];
  /** What has no meaning there, by the field that is to be named. */
  readonly refused: Readonly<Record<string, Partial<PaperSearch>>>;
  /** Of a kind that its lists never have, in place of one with 200. */
  readonly errorInside: string;
  /** Its pages change while they are turned, so that none is kept. */
  readonly isPassing?: true;
}

/** As it is to be read, whatever the markup around it. */
export const TITLE = 'The hum of quiet machines: α-waves & CO2';
export const ABSTRACT_BEGINS = 'Machines hum.';
export const FAMILIES = ['de la Cruz', 'Li'];
export const DOI = '10.5555/quiet.1';
export const QUERY: MatchQuery = { title: 'The hum of quiet machines', authors: ['Li'], year: 2021 };
export const QUERY_WORDS = 'The hum of quiet machines';

/** JSON, unless a text is given. */
export function answers(
  source: PaperSourceName,
  path: string,
  body: unknown,
  { status = 200, type = 'application/json' }: { status?: number; type?: string } = {},
): Exchange {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { source, method: 'GET', path, status, headers: { 'content-type': type }, body: text };
}

export const doi = (value: string): Identifier => ({ scheme: 'doi', value });
export const enc = encodeURIComponent;
