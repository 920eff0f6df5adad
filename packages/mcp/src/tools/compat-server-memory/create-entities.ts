import { z } from 'zod';
import { ADDS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { asJson, entitiesOutput, entity, writable } from '../../fields/knowledge-fields.ts';
import { currentWorkspace } from '../../workspace.ts';

export default defineTool({
  name: 'create_entities',
  title: 'Create entities',
  description: 'Add entities with their observations to the knowledge graph. Names that exist are left as they are.',
  input: z.strictObject({ entities: z.array(entity) }),
  output: entitiesOutput,
  annotations: ADDS,
  async run({ entities }, context) {
    return { entities: writable(await context.app.compat.createEntities(currentWorkspace(context), entities)) };
  },
  text: ({ entities }) => asJson(entities),
});
