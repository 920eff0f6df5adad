import { MATCH_MODES } from '@zapomni/core/code';
import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { candidateOutput, codeScope, symbolName } from '../../fields/code-fields.ts';
import { inRepository, signatureLine } from '../../lines/code-lines.ts';
import { shorten } from '../../lines/memory-lines.ts';
import { toFoundSymbols } from '../../views/index.ts';
import { workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'find_symbol',
  title: 'Find a symbol',
  description:
    'Where a function, class or other symbol is defined, by its name: whole, qualified, beginning or misspelt.',
  input: z.strictObject({
    name: symbolName,
    match: z.enum(MATCH_MODES).default('auto'),
    kind: z.string().optional().describe('function, method, class …'),
    path: z.string().optional().describe('Only in this folder or file.'),
    limit: z.number().int().min(1).max(100).default(20),
    ...codeScope,
  }),
  output: z.object({
    count: unlisted(z.number().int()),
    total: z.number().int(),
    complete: unlisted(z.boolean()),
    symbols: z.array(candidateOutput),
  }),
  annotations: READS,
  aliases: { query: 'name', symbol: 'name' },
  async run({ workspace_id, ...ask }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toFoundSymbols(await context.app.code.findSymbol({ workspace, ...ask }));
  },
  text({ count, total, complete, symbols }, { name, match }) {
    const said = JSON.stringify(shorten(name, 100));
    if (count === 0) return `No symbol is called ${said}. search_code finds by words and meaning.`;
    const how = symbols[0]?.match ?? '';
    const hint = match === 'auto' && (how === 'exact' || how === 'case') ? ' match: prefix finds what begins so.' : '';
    return [
      `${count} of ${complete ? '' : 'more than '}${total} for ${said} (${how}).${hint}`,
      ...symbols.map((one, i) => `${i + 1}. ${signatureLine(one)}${inRepository(one, symbols)}`),
    ].join('\n');
  },
});
