import { z } from 'zod';
import { DESTROYS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { doneOutput, name } from '../../fields/knowledge-fields.ts';
import { currentWorkspace } from '../../workspace.ts';

export default defineTool({
  name: 'delete_entities',
  title: 'Delete entities',
  description: 'Delete entities of the knowledge graph for good, with their observations and relations.',
  input: z.strictObject({ entityNames: z.array(name) }),
  output: doneOutput,
  annotations: DESTROYS,
  async run({ entityNames }, context) {
    await context.app.compat.deleteEntities(currentWorkspace(context), entityNames);
    return { success: true, message: 'Entities deleted successfully' };
  },
  text: ({ message }) => message,
});
