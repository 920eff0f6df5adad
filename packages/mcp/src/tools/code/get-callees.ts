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
import { toCallees } from '../../views/index.ts';
import { workspaceToUse } from '../../workspace.ts';

const target = symbolOutput.partial().extend({
  name: z.string(),
  how: unlisted(z.string().optional()),
  external: z.boolean().optional(),
  builtin: z.boolean().optional(),
});

const callee = z.object({
  caller: unlisted(z.string()),
  ...siteOutput,
  targets: unlisted(z.array(target)),
  more_possible: unlisted(z.boolean().optional()),
});

export default defineTool({
  name: 'get_callees',
  title: 'What it calls',
  description: 'What a function, method or class calls, with builtins and libraries, and what nobody can tell.',
  input: z.strictObject(callsInput),
  output: z.object({
    ...meaningOutput,
    ...countedOutput,
    callees: z.array(callee).optional(),
    unresolved: z.number().int().optional(),
    unresolved_names: unlisted(z.array(z.string()).optional()),
  }),
  annotations: READS,
  aliases: callsAliases,
  async run({ workspace_id, ...ask }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toCallees(await context.app.code.callees({ workspace, ...ask }));
  },
  text(answer, { name }) {
    const { symbol, callees = [], count = 0, total = 0, unresolved = 0, unresolved_names: names = [] } = answer;
    if (!symbol) return unclearText(name, answer);
    return [
      `${symbolLine(symbol)}: ${total === 0 ? 'calls nothing that is known' : `${count} of ${total} calls`}.`,
      ...callees.map((one) => `- ${calleeLine(one)}`),
      ...leftOutText(answer),
      ...(unresolved > 0 ? [`Calls that could not be resolved: ${unresolved}, of ${names.join(', ')}.`] : []),
    ].join('\n');
  },
});

function calleeLine(one: z.output<typeof callee>): string {
  const meant = one.targets.map(({ name, path, line, how, external, builtin }) => {
    if (external) return `${name} (external)`;
    return builtin ? `${name} (builtin)` : `${name} ${path ?? ''}:${line ?? ''} [${how ?? ''}]`;
  });
  const further = one.depth > 1 ? `, step ${one.depth}: in ${one.caller}` : '';
  const more = one.more_possible ? ' or others' : '';
  return `${one.path}:${one.line} → ${meant.join(' or ')}${more} ${siteText({ ...one, candidates: undefined })}${further}`;
}
