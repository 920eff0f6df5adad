/**
 * What memory knows about something, packed into a budget: best first, each with its address, every line of it quoted, so
 * that what was stored can be told from what is asked.
 */
import { cutToTokens, type SearchHit } from '@zapomni/core/search';
import { estimateTokens } from '@zapomni/core/model';
import type { ZapomniRequest } from '../zapomni-request.ts';
import { about } from '../resources/memory-lines.ts';
import { memoryAddress } from '../resources/memory-provider.ts';
import { workspaceToUse } from '../workspace.ts';

/** Enough to fill any budget with what still has to do with the question. */
const CANDIDATES = 100;
const MAX_QUERY_LENGTH = 1000;

export interface Known {
  /** Numbered entries; empty when nothing is known. */
  readonly text: string;
  readonly shown: number;
  /** Found, and left out for want of room. */
  readonly leftOut: number;
}

export interface Question {
  readonly about: string;
  readonly workspace: string | undefined;
  readonly budget: number;
}

export async function findKnown(request: ZapomniRequest, question: Question): Promise<Known> {
  const workspace = await workspaceToUse(request, question.workspace || undefined);
  const { hits } = await request.app.search.run({
    workspaces: [workspace],
    query: [...question.about].slice(0, MAX_QUERY_LENGTH).join(''),
    limit: CANDIDATES,
    strict: true,
    signal: request.signal,
  });
  return pack(hits, question.budget);
}

/** The best that fit; a smaller one may take the room that a larger one had no use for. The very best is cut to fit. */
function pack(hits: readonly SearchHit[], budget: number): Known {
  const entries: string[] = [];
  let left = budget;
  for (const hit of hits) {
    const entry = toEntry(hit, entries.length + 1, entries.length === 0 ? budget : Number.POSITIVE_INFINITY);
    const cost = estimateTokens(entry);
    if (cost > left) continue;
    entries.push(entry);
    left -= cost;
  }
  return { text: entries.join('\n\n'), shown: entries.length, leftOut: hits.length - entries.length };
}

function toEntry({ memory, passage }: SearchHit, number: number, budget: number): string {
  const head = `[${number}] ${memoryAddress(memory.id)} · ${about(memory)}`;
  const lines = passage.text.split('\n').map((line) => `> ${line}`);
  return `${head}\n${cutToFit(lines.join('\n'), budget - estimateTokens(head))}`;
}

function cutToFit(text: string, budget: number): string {
  return estimateTokens(text) <= budget ? text : `${cutToTokens(text, budget - 1)}…`;
}

/** How much of it is here, in a sentence. */
export function extent({ shown, leftOut }: Known): string {
  const entries = shown === 1 ? 'entry' : 'entries';
  return leftOut === 0
    ? `${shown} ${entries}, best first`
    : `${shown} ${entries}, best first; ${leftOut} more did not fit`;
}
