/** `zapomni papers related <paper>`: what has to do with one, and why. */
import { toRelatedPapers } from '@zapomni/mcp/views/papers';
import { count } from '../../../output/in-words.ts';
import { printJson } from '../../../output/print-json.ts';
import { renderTable } from '../../../output/table.ts';
import { withWorkspace } from '../../../session/with-app.ts';
import type { Command } from '../../command.ts';
import { paperRow } from './rows.ts';
import { namedIn } from './show.ts';

/** As the tool has it; less than that has nothing to do with it. */
const [USUAL, MOST, LEAST] = [10, 20, 0.1];
const BONDS: Readonly<Record<string, string>> = {
  meaning: 'meaning',
  words: 'words',
  coupling: 'references',
  cocitation: 'cited together',
  authors: 'authors',
  citation: 'cites',
};

export const showRelated: Command = async (context) => {
  const { args, terminal } = context;
  const article = namedIn(context, 'related');
  const limit = args.count('limit', USUAL, MOST);
  await withWorkspace(context, async ({ app, workspace }) => {
    const { paper, related } = await app.research.analysis.related({ workspace, article, limit, threshold: LEAST });
    if (args.has('json')) return printJson(terminal, toRelatedPapers(paper, related, true));
    const rows = related.map(({ paper: other, score, parts }) => [score.toFixed(2), why(parts), ...paperRow(other)]);
    if (rows.length > 0)
      terminal.print(renderTable(['SCORE', 'BY', 'KEY', 'YEAR', 'AUTHORS', 'TITLE'], rows, terminal));
    terminal.note(rows.length === 0 ? 'Nothing in the library has to do with it.' : `${count(rows.length, 'paper')}.`);
  });
};

/** The two that say most. */
function why(parts: object): string {
  return Object.entries(parts)
    .flatMap(([name, value]) => (typeof value === 'number' && value >= LEAST ? [{ name, value }] : []))
    .toSorted((one, other) => other.value - one.value)
    .slice(0, 2)
    .map(({ name, value }) => `${BONDS[name] ?? name} ${value.toFixed(2)}`)
    .join(', ');
}
