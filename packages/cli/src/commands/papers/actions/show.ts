/** `zapomni papers show <paper>` and `zapomni papers stats`. */
import { noticeLine, toArticleDetails, toCollectionStats } from '@zapomni/mcp/views/papers';
import { usageError } from '../../../arguments/arguments.ts';
import { oneLine } from '../../../output/harmless.ts';
import { printJson } from '../../../output/print-json.ts';
import { renderPairs } from '../../../output/table.ts';
import { withWorkspace } from '../../../session/with-app.ts';
import type { Command, CommandContext } from '../../command.ts';

/** A title has several words. */
export function namedIn({ args }: CommandContext, action: string): string {
  const name = args.positionals.join(' ').trim();
  if (name === '') throw usageError(`papers ${action}: name a paper.`, 'By id, citekey, DOI, arXiv id or exact title.');
  return name;
}

export const showPaper: Command = async (context) => {
  const { args, terminal } = context;
  const named = namedIn(context, 'show');
  await withWorkspace(context, async ({ app, workspace }) => {
    const details = toArticleDetails(await app.research.library.details(workspace, named));
    if (args.has('json')) return printJson(terminal, details);
    const { metadata, identifiers, files, versions, annotations = [] } = details;
    const text = (value: unknown): string => oneLine(typeof value === 'string' ? value : JSON.stringify(value));
    const rows: [string, string][] = [
      ['id', details.id],
      ['citekey', details.citekey ?? ''],
      ['authors', oneLine(details.authors.join(', '))],
      ['notice', details.retraction ? oneLine(noticeLine(details.retraction)) : ''],
      ...Object.entries(metadata).map(([field, value]): [string, string] => [field, text(value)]),
      ...identifiers.map(({ scheme, value }): [string, string] => [scheme, oneLine(value)]),
      ['status', details.read_state],
      ['rating', details.rating === undefined ? '' : `${details.rating} of 5`],
      ['tags', oneLine((details.tags ?? []).join(', '))],
      ...files.map((file): [string, string] => ['file', oneLine(`${file.kind}, ${file.text} ${file.source ?? ''}`)]),
      ...versions.map((version): [string, string] => [
        version.relation,
        version.in_library ? version.id : `${oneLine(version.identifier)} (not in the library)`,
      ]),
      ...annotations.map(({ page, kind, text: marked = '', comment = '' }): [string, string] => [
        kind,
        oneLine(`p. ${page}: ${[marked, comment].filter((part) => part !== '').join(' — ')}`),
      ]),
      ['counts', text(details.counts)],
    ];
    terminal.print(renderPairs(rows, terminal));
  });
};

export const showStats: Command = async (context) => {
  const { args, terminal } = context;
  await withWorkspace(context, async ({ app, workspace }) => {
    const stats = toCollectionStats(await app.research.library.stats(workspace));
    if (args.has('json')) return printJson(terminal, stats);
    const rows = Object.entries(stats).map(([name, value]): [string, string] => {
      const counts =
        typeof value === 'number'
          ? String(value)
          : Object.entries(value)
              .map((one) => one.join(' '))
              .join(', ');
      return [name.replaceAll('_', ' '), oneLine(counts)];
    });
    terminal.print(renderPairs(rows, terminal));
  });
};
