import { MOST_LINES } from '@zapomni/core/code';
import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { codeScope, meaningOutput, symbolName, symbolOutput } from '../../fields/code-fields.ts';
import { whyOutput } from '../../fields/mention-fields.ts';
import { whyLines } from '../../lines/change-lines.ts';
import { symbolLine, unclearText } from '../../lines/code-lines.ts';
import { toSymbolDetails, toWhy } from '../../views/index.ts';
import { workspaceToUse } from '../../workspace.ts';

const names = unlisted(z.array(z.string()).optional());
const whole = z.number().int().optional();

export default defineTool({
  name: 'get_symbol',
  title: 'Read a symbol',
  description: 'A symbol with its source, signature, doc, bases, members, and how many call it and are called by it.',
  input: z.strictObject({
    name: symbolName,
    max_lines: z.number().int().min(0).max(MOST_LINES).default(200).describe('Of source.'),
    history: z.boolean().default(false).describe('Also its commits, and memories that name it.'),
    as_of: z.string().optional().describe('Also how it was: a commit or a date.'),
    ...codeScope,
  }),
  output: z.object({
    ...meaningOutput,
    language: unlisted(z.string().optional()),
    doc: z.string().optional(),
    visibility: unlisted(z.string().optional()),
    flags: names,
    bases: names,
    decorators: names,
    parent: unlisted(symbolOutput.optional()),
    members: unlisted(z.array(symbolOutput).optional()),
    overloads: unlisted(z.array(symbolOutput).optional()),
    callers: whole,
    callees: whole,
    first_line: unlisted(whole),
    partial: unlisted(z.boolean().optional()),
    source: z.string().optional(),
    source_left_out: unlisted(whole),
    ...whyOutput,
  }),
  annotations: READS,
  aliases: { symbol: 'name', qualified_name: 'name' },
  async run({ name, max_lines, history, as_of, repository, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const { code } = context.app;
    const details = toSymbolDetails(await code.symbol({ workspace, name, repository, maxLines: max_lines }));
    if (!history && as_of === undefined) return details;
    const asker = { client: context.caller.subject, signal: context.signal };
    return { ...details, ...toWhy(await code.why({ workspace, name, repository, asOf: as_of, ...asker })) };
  },
  text(answer, { name }) {
    const { symbol, callers = 0, callees = 0, members = [] } = answer;
    if (!symbol) return unclearText(name, answer);
    const about = [...(answer.flags ?? []), answer.visibility ?? ''].filter((word) => word !== '').join(' ');
    return [
      `${symbolLine(symbol)}${about === '' ? '' : `, ${about}`}; called by ${callers}, calls ${callees}.`,
      ...listed('Decorated by', answer.decorators),
      ...listed('Bases:', answer.bases),
      ...sourceLines(answer, symbol.signature),
      ...(members.length > 0 ? ['Members:', ...members.map((one) => `- ${one.line}: ${one.signature}`)] : []),
      ...whyLines(answer),
    ].join('\n');
  },
});

function listed(what: string, all: readonly string[] = []): string[] {
  return all.length === 0 ? [] : [`${what} ${all.join(', ')}.`];
}

interface Source {
  readonly source?: string | undefined;
  readonly source_left_out?: number | undefined;
  readonly doc?: string | undefined;
}

/** Without it, what stands for it. */
function sourceLines({ source, source_left_out: left = 0, doc }: Source, signature: string): string[] {
  if (source === undefined) return doc === undefined ? [signature] : [signature, doc];
  return ['```', source, '```', ...(left > 0 ? [`${left} more lines: raise max_lines.`] : [])];
}
