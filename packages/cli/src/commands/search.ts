import type { SearchHit } from '@zapomni/core';
import type { Command } from '../command.ts';
import { readFilter } from '../memory-arguments.ts';
import { fit } from '../output/display-width.ts';
import { oneLine } from '../output/harmless.ts';
import { day, hitJson, tagsOf } from '../output/memory-views.ts';
import type { Terminal } from '../output/terminal.ts';
import { usageError } from '../arguments.ts';
import { withWorkspace } from '../with-app.ts';

export const run: Command = async (context) => {
  const { args, terminal } = context;
  if (args.positionals.length === 0) throw usageError('search needs something to look for.');
  const query = args.positionals.join(' ');
  const limit = args.count('limit', 10, 100);
  const filter = readFilter(args);
  await withWorkspace(context, async ({ app, workspace }) => {
    const { hits, mode } = await app.searchMemories({ workspace, query, limit, filter });
    if (mode === 'words')
      terminal.note('Found by words alone: the model could not be used. `zapomni doctor` says why.');
    if (args.has('json')) {
      terminal.print(JSON.stringify({ count: hits.length, results: hits.map(hitJson), mode }, null, 2));
    } else if (hits.length === 0) {
      terminal.note(`Nothing remembered in workspace ${workspace} matches.`);
    } else {
      terminal.print(hits.map((hit) => renderHit(hit, terminal)).join('\n\n'));
    }
  });
};

/** Two lines: how well it matches and what it says; then what is known about it. */
function renderHit({ memory, passage, score, signals }: SearchHit, { width, paint }: Terminal): string {
  const relevance = Math.min(1, Math.max(0, score)).toFixed(2);
  const facts = [memory.id, day(memory), memory.kind, tagsOf(memory), oneLine(memory.source), signals.join(' + ')];
  const place = memory.passageCount > 1 ? `passage ${passage.ordinal + 1} of ${memory.passageCount}` : '';
  const about = [...facts, place, memory.supersededBy ? 'superseded' : ''].filter((fact) => fact !== '').join(' · ');
  return `${paint('bold', relevance)}  ${fit(oneLine(passage.text), width - 6)}\n      ${paint('dim', fit(about, width - 6))}`;
}
