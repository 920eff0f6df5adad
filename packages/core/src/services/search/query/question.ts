/** A request, read once: what its words say, and what it says of time. */
import { readTimes, type ParsedQuery, type Times } from '../../../model/index.ts';
import { readQuery } from './analyse-query.ts';
import type { SearchRequest } from '../search-request.ts';

export interface Question {
  readonly request: SearchRequest;
  readonly parsed: ParsedQuery;
  readonly times: Times;
}

/** Fails as `readQuery` does. */
export function readQuestion(request: SearchRequest, now: number): Question {
  const parsed = readQuery(request.query);
  return { request, parsed, times: readTimes(parsed.text, now) };
}
