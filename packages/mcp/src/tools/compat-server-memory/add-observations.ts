import { z } from 'zod';
import { ADDS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { asJson, content, name } from '../../fields/knowledge-fields.ts';
import { currentWorkspace } from '../../workspace.ts';

export default defineTool({
  name: 'add_observations',
  title: 'Add observations',
  description: 'Add facts to entities of the knowledge graph. The entities must exist; known facts are passed over.',
  input: z.strictObject({
    observations: z.array(z.object({ entityName: name, contents: z.array(content).describe('One fact each.') })),
  }),
  output: z.object({
    results: z.array(z.object({ entityName: z.string(), addedObservations: z.array(z.string()) })),
  }),
  annotations: ADDS,
  async run({ observations }, context) {
    const added = await context.app.compat.addObservations(currentWorkspace(context), observations);
    return { results: added.map((one) => ({ ...one, addedObservations: [...one.addedObservations] })) };
  },
  text: ({ results }) => asJson(results),
});
