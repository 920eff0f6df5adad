import { z } from 'zod';
import { DESTROYS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { doneOutput, relation } from '../../fields/knowledge-fields.ts';
import { currentWorkspace } from '../../workspace.ts';

export default defineTool({
  name: 'delete_relations',
  title: 'Delete relations',
  description: 'Delete relations between entities of the knowledge graph for good.',
  input: z.strictObject({ relations: z.array(relation) }),
  output: doneOutput,
  annotations: DESTROYS,
  async run({ relations }, context) {
    await context.app.compat.deleteRelations(currentWorkspace(context), relations);
    return { success: true, message: 'Relations deleted successfully' };
  },
  text: ({ message }) => message,
});
