import { REFERENCE_KINDS } from '@zapomni/core/code';
import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { codeScope, countedOutput, guesses, meaningOutput, symbolName } from '../../fields/code-fields.ts';
import { leftOutText, siteText, symbolLine, unclearText } from '../../lines/code-lines.ts';
import { toReferences } from '../../views/index.ts';
import { workspaceToUse } from '../../workspace.ts';

const reference = z.object({
  kind: z.string(),
  path: z.string(),
  line: z.number().int(),
  from: z.string().optional(),
  from_id: unlisted(z.string().optional()),
  how: unlisted(z.string()),
  candidates: unlisted(z.number().int().optional()),
  low: unlisted(z.boolean().optional()),
});

/** Of a package: the manifests that provide or need it. */
const packageUse = z.object({
  repository: z.string(),
  path: z.string(),
  use: z.enum(['provides', 'runtime', 'dev', 'optional']),
  range: z.string().optional(),
});

export default defineTool({
  name: 'get_references',
  title: 'Where it is used',
  description: 'All places that use a symbol: calls, mentions without a call, subclasses, overrides; by file and line.',
  input: z.strictObject({
    name: symbolName,
    kinds: z.array(z.enum(REFERENCE_KINDS)).optional(),
    limit: z.number().int().min(1).max(500).default(100),
    guesses,
    ...codeScope,
  }),
  output: z.object({
    ...meaningOutput,
    ...countedOutput,
    files: unlisted(z.number().int().optional()),
    by_kind: unlisted(z.record(z.string(), z.number().int()).optional()),
    references: z.array(reference).optional(),
    packages: unlisted(z.array(packageUse).optional()),
  }),
  annotations: READS,
  aliases: { symbol: 'name', qualified_name: 'name' },
  async run({ workspace_id, ...ask }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toReferences(await context.app.code.references({ workspace, ...ask }));
  },
  text(answer, { name }) {
    const { symbol, references = [], packages = [], count = 0, total = 0, files = 0 } = answer;
    if (!symbol) return [...packages.map(packageLine), unclearText(name, answer)].join('\n');
    return [
      ...packages.map(packageLine),
      `${symbolLine(symbol)}: ${total === 0 ? 'no use is known' : `${count} of ${total} uses in ${files} files`}.`,
      ...references.map(
        (one) => `- ${one.path}:${one.line} ${one.kind} in ${one.from ?? 'the top of the file'} ${siteText(one)}`,
      ),
      ...leftOutText(answer),
    ].join('\n');
  },
});

function packageLine({ repository, path, use, range = '' }: z.output<typeof packageUse>): string {
  const what = use === 'provides' ? `provides it${range && `, version ${range}`}` : `needs it${range && ` ${range}`}`;
  return `A package: ${repository} ${what}${use === 'dev' || use === 'optional' ? ` (${use})` : ''}, ${path}.`;
}
