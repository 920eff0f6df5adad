import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import {
  callsAliases,
  callsInput,
  countedOutput,
  meaningOutput,
  siteOutput,
  symbolOutput,
} from '../../fields/code-fields.ts';
import { leftOutText, siteText, symbolLine, unclearText } from '../../lines/code-lines.ts';
import { toCallers } from '../../views/index.ts';
import { workspaceToUse } from '../../workspace.ts';

const caller = z.object({
  caller: unlisted(symbolOutput.optional()),
  callee: unlisted(z.string().optional()),
  ...siteOutput,
  how: z.string(),
  is_test: unlisted(z.boolean().optional()),
});

export default defineTool({
  name: 'get_callers',
  title: 'Who calls it',
  description: 'Who calls a function, method or class: each call with its line and how it is known. Tests come last.',
  input: z.strictObject(callsInput),
  output: z.object({
    ...meaningOutput,
    ...countedOutput,
    callers: z.array(caller).optional(),
    unresolved_in_repository: unlisted(z.number().int().optional()),
  }),
  annotations: READS,
  aliases: callsAliases,
  async run({ workspace_id, ...ask }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toCallers(await context.app.code.callers({ workspace, ...ask }));
  },
  text(answer, { name }) {
    const { symbol, callers = [], count = 0, total = 0, unresolved_in_repository: open = 0 } = answer;
    if (!symbol) return unclearText(name, answer);
    return [
      `${symbolLine(symbol)}: ${total === 0 ? 'no call is known' : `${count} of ${total} calls`}.`,
      ...callers.map((one) => `- ${callerLine(one)}`),
      ...leftOutText(answer),
      ...(open > 0 ? [`Calls of the repository that could not be resolved: ${open}. Some may be of it.`] : []),
    ].join('\n');
  },
});

function callerLine(one: z.output<typeof caller>): string {
  const from = one.caller ? `${one.caller.name} (${one.caller.kind})` : 'the top of the file';
  const further = one.depth > 1 ? `, step ${one.depth}: calls ${one.callee ?? ''}` : '';
  return `${one.path}:${one.line} in ${from} ${siteText(one)}${further}`;
}
