import { z } from 'zod';
import { ADDS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { asJson, relation, relationsOutput } from '../../fields/knowledge-fields.ts';
import { currentWorkspace } from '../../workspace.ts';

export default defineTool({
  name: 'create_relations',
  title: 'Create relations',
  description: 'Add relations between entities to the knowledge graph. Those that exist are passed over.',
  input: z.strictObject({ relations: z.array(relation) }),
  output: relationsOutput,
  annotations: ADDS,
  async run({ relations }, context) {
    return { relations: await context.app.compat.createRelations(currentWorkspace(context), relations) };
  },
  text: ({ relations }) => asJson(relations),
});
