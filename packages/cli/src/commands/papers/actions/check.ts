/** `zapomni papers check [FILE]`: references of a list or a paper, held against the library and the sources that may be asked. */
import { toCheckedReferences } from '@zapomni/mcp/views/papers';
import { fit } from '../../../output/display-width.ts';
import { oneLine } from '../../../output/harmless.ts';
import { count } from '../../../output/in-words.ts';
import { printJson } from '../../../output/print-json.ts';
import type { Terminal } from '../../../output/terminal.ts';
import { withWorkspace } from '../../../session/with-app.ts';
import type { Command } from '../../command.ts';
import { givenText, STANDARD_INPUT } from './given-text.ts';

const MOST = 1000;
const MOST_RAW = 100;
/** Behind the number and the verdict. */
const INDENT = 16;
const COLOURS = { verified: 'green', wrong: 'yellow', retracted: 'red', invented: 'red', unknown: 'dim' } as const;

export const checkReferences: Command = async (context) => {
  const { args, terminal } = context;
  const [file = STANDARD_INPUT] = args.positionals;
  const text = await givenText(file, 'FILE', terminal);
  return withWorkspace(context, async ({ app, workspace }) => {
    // Whoever does not want to wait stops it.
    const request = { workspace, text, limit: args.count('limit', MOST, MOST), patienceMs: Infinity };
    const checked = toCheckedReferences(await app.research.reading.checkReferences(request));
    if (args.has('json')) return printJson(terminal, checked);
    for (const reference of checked.references) show(reference, terminal);
    const counts = Object.entries(checked.summary).map(([verdict, of]) => `${of} ${verdict}`);
    const shown = checked.references.length < checked.total ? `${checked.references.length} of ` : '';
    terminal.note(`${shown}${count(checked.total, 'reference')}: ${counts.join(', ')}.`);
    for (const { name, status, reason = '' } of checked.sources ?? [])
      if (status !== 'ok' && status !== 'off')
        terminal.note(oneLine(`${name}: ${status.replace('_', ' ')}. ${reason}`));
    if (!checked.sources_asked) terminal.note('Only the library was asked; ZAPOMNI_PAPER_SOURCES lets others be.');
  });
};

type Shown = ReturnType<typeof toCheckedReferences>['references'][number];

function show({ n, raw, verdict, article, found, wrong = [] }: Shown, terminal: Terminal): void {
  const short = fit(oneLine(raw), Math.min(MOST_RAW, terminal.width - INDENT));
  terminal.print(`${String(n).padStart(3)}  ${terminal.paint(COLOURS[verdict], verdict.padEnd(9))}  ${short}`);
  const is = article ? (article.citekey ?? article.id) : found && [found.title, ...found.identifiers].join(' · ');
  if (is !== undefined) terminal.print(`${' '.repeat(INDENT)}is ${oneLine(is)}`);
  for (const { field, printed, known } of wrong)
    terminal.print(`${' '.repeat(INDENT)}${field}: ${oneLine(printed)}, should be ${oneLine(known)}`);
}
