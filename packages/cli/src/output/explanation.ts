/** Why a search answered what it did, as a table: a memory a line, a stage a column. */
import type { Explanation } from '@zapomni/core/search';
import { renderPairs, renderTable } from './table.ts';
import type { Terminal } from './terminal.ts';

const HEAD = [
  'words',
  'meaning',
  'time',
  'names',
  'fused',
  'close',
  'cross',
  'added',
  'score',
  'place',
  'twins',
  'fit',
  'memory',
];

export function renderExplanation(explanation: Explanation, terminal: Pick<Terminal, 'width' | 'paint'>): string {
  const { terms, corrections, time, names, candidates, weights, stages, hits } = explanation;
  const about = renderPairs(
    [
      ['terms', terms.join(' ')],
      ['corrected', corrections.join(' ')],
      ['time', time ?? ''],
      ['names', names.join(', ')],
      ['candidates', String(candidates)],
      ['weights', `meaning ${figure(weights.meaning)}, time ${figure(weights.time)}`],
      ['stages', stages.join(' ')],
    ],
    terminal,
  );
  const rows = hits.map((hit) => [
    figure(hit.words),
    figure(hit.meaning),
    hit.time ? 'yes' : '',
    hit.names > 0 ? `+${figure(hit.names)}` : '',
    figure(hit.fused),
    figure(hit.close),
    figure(hit.cross),
    added(hit) > 0 ? `+${figure(added(hit))}` : '',
    figure(hit.score),
    String(hit.place),
    hit.duplicates > 0 ? String(hit.duplicates) : '',
    figure(hit.fit),
    hit.memory,
  ]);
  return rows.length === 0 ? about : `${about}\n\n${renderTable(HEAD, rows, terminal)}`;
}

function added({ complement, neighbours, verbatim, needs }: Explanation['hits'][number]): number {
  return complement + neighbours + verbatim + needs;
}

function figure(value: number | null): string {
  return value === null ? '–' : value.toFixed(2);
}
