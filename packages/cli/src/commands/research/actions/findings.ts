/** `zapomni research findings [QUERY]`: what is new since last asked. */
import { toFindings } from '@zapomni/mcp/views/research';
import { momentIn } from '../../../arguments/moment.ts';
import { oneLine } from '../../../output/harmless.ts';
import { printJson } from '../../../output/print-json.ts';
import { withWorkspace } from '../../../session/with-app.ts';
import type { Command } from '../../command.ts';
import { paperLine } from '../../papers/actions/rows.ts';

const [USUAL, MOST] = [20, 200];
/** People scroll; what is shown is bounded by its number. */
const BUDGET = 1_000_000;

export const showFindings: Command = async (context) => {
  const { args, terminal } = context;
  const query = args.positionals.join(' ').trim() || undefined;
  const limit = args.count('limit', USUAL, MOST);
  await withWorkspace(context, async ({ app, workspace }) => {
    const since = momentIn('--since', args.text('since'), app.clock.now());
    const flags = { rejected: args.has('rejected'), markSeen: !args.has('keep-unseen') };
    const found = await app.research.discovery.check({ workspace, query, since, limit, budget: BUDGET, ...flags });
    if (args.has('json')) return printJson(terminal, toFindings(found));
    if (found.shown === 0) return terminal.note('Nothing new. `zapomni research run` looks for it.');
    for (const { query: of, findings } of found.queries) {
      terminal.print(terminal.paint('bold', oneLine(of?.name ?? 'For no query')));
      for (const { finding, paper } of findings) {
        const { evaluation, sources } = finding.value;
        const head = evaluation ? `${evaluation.decision} ${evaluation.score.toFixed(2)}` : 'not judged';
        terminal.print(`  ${head}  ${paperLine(paper)}`);
        if (evaluation) terminal.print(terminal.paint('dim', `    ${oneLine(evaluation.reason)}`));
        terminal.print(terminal.paint('dim', `    found by ${sources.map(({ name }) => oneLine(name)).join(', ')}`));
      }
    }
    if (found.left > 0) terminal.note(`${found.left} more: ask again.`);
  });
};
