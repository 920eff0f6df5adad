import type { SearchHit } from '@zapomni/core/search';
import { invalidField } from '@zapomni/core/errors';
import { passagesOf, toSearch } from '@zapomni/mcp/views';
import { FILTERS } from '../../arguments/shared-options.ts';
import type { Command, CommandSpec } from '../command.ts';
import { readFilter } from '../../arguments/filter-arguments.ts';
import { fit } from '../../output/display-width.ts';
import { oneLine } from '../../output/harmless.ts';
import { count, day, tagsOf } from '../../output/in-words.ts';
import { renderMention } from '../../output/mention.ts';
import type { Terminal } from '../../output/terminal.ts';
import { usageError, type Arguments } from '../../arguments/arguments.ts';
import { renderExplanation } from '../../output/explanation.ts';
import { withWorkspace } from '../../session/with-app.ts';
import { printJson } from '../../output/print-json.ts';

export const spec: CommandSpec = {
  name: 'search',
  summary: 'Find memories by meaning and by words.',
  usage: ['zapomni search <query…>'],
  options: {
    limit: { type: 'string', short: 'n', value: 'N', about: 'How many, 1–100; 10 if not said.' },
    'min-score': { type: 'string', value: 'P', about: 'Leave out what is less likely to fit, 0–1.' },
    strict: { type: 'boolean', about: 'Nothing rather than what hardly fits.' },
    explain: { type: 'boolean', about: 'Also show why: what each stage of the search gave.' },
    document: {
      type: 'string',
      multiple: true,
      value: 'NAME',
      about: 'Only in this document (id, name or path), each passage by itself; repeated: in any of them.',
    },
    group: { type: 'boolean', about: 'Each document once, with how many other passages of it fit.' },
    ...FILTERS,
  },
  examples: [
    'zapomni search when do we deploy',
    'zapomni search deploy --tag release --from 2026-01-01 --json',
    'zapomni search methods --document report.pdf',
  ],
};

export const run: Command = async (context) => {
  const { args, terminal } = context;
  if (args.positionals.length === 0) throw usageError('search needs something to look for.');
  const query = args.positionals.join(' ');
  const limit = args.count('limit', 10, 100);
  const minScore = readShare(args, 'min-score');
  await withWorkspace(context, async ({ app, workspace }) => {
    const workspaces = [workspace];
    const documents = args.texts('document') ?? [];
    const filter = await app.documents.only({ workspaces, documents, filter: readFilter(args, app.clock.now()) });
    const passages = passagesOf(args.has('group'), documents.length > 0);
    const [strict, explain] = [args.has('strict'), args.has('explain')];
    const request = { workspaces, query, limit, filter, minScore, strict, explain, passages };
    const found = await app.code.nameHits(await app.documents.cite(await app.search.run(request), query));
    const { hits, mode, abstained, explanation } = found;
    if (mode === 'words')
      terminal.note('Found by words alone: the model could not be used. `zapomni doctor` says why.');
    if (args.has('json')) {
      printJson(terminal, toSearch(found, { query, detail: 'full', severalWorkspaces: false }));
    } else if (hits.length === 0) {
      const what = abstained ? 'seems to answer that' : 'matches';
      terminal.note(`Nothing remembered in workspace ${workspace} ${what}.`);
    } else {
      if (abstained) terminal.note('Nothing remembered seems to answer that. What comes nearest:');
      terminal.print(hits.map((hit) => renderHit(hit, terminal)).join('\n\n'));
    }
    if (explanation && !args.has('json')) terminal.print(`\n${renderExplanation(explanation, terminal)}`);
  });
};

function readShare(args: Arguments, name: string): number | undefined {
  const text = args.text(name);
  if (text === undefined) return undefined;
  const share = text.trim() === '' ? Number.NaN : Number(text);
  if (!(share >= 0 && share <= 1)) throw invalidField(`--${name}`, 'must be a number 0–1');
  return share;
}

/** Two lines: how well it matches and what it says; then what is known about it. */
function renderHit(hit: SearchHit, { width, paint }: Terminal): string {
  const { memory, passage, score, signals, conflicts = [] } = hit;
  const relevance = Math.min(1, Math.max(0, score)).toFixed(2);
  const from = oneLine(hit.document?.citation ?? memory.source);
  const facts = [memory.id, day(memory), memory.kind, tagsOf(memory), from, signals.join(' + ')];
  const place = memory.passageCount > 1 ? `passage ${passage.ordinal + 1} of ${memory.passageCount}` : '';
  const others = hit.others?.length ? `${count(hit.others.length, 'other passage')}` : '';
  const doubts = [
    memory.supersededBy ? 'superseded' : '',
    conflicts.length > 0 ? `contradicts ${conflicts.join(', ')}` : '',
  ];
  const code = hit.code?.length ? `names ${hit.code.map(renderMention).join(', ')}` : '';
  const about = [...facts, place, others, code, ...doubts].filter((fact) => fact !== '').join(' · ');
  return `${paint('bold', relevance)}  ${fit(oneLine(passage.text), width - 6)}\n      ${paint('dim', fit(about, width - 6))}`;
}
