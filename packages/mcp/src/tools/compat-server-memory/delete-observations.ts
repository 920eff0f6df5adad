import { z } from 'zod';
import { DESTROYS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { content, doneOutput, name } from '../../fields/knowledge-fields.ts';
import { currentWorkspace } from '../../workspace.ts';

export default defineTool({
  name: 'delete_observations',
  title: 'Delete observations',
  description: 'Delete facts from entities of the knowledge graph for good, each given letter for letter.',
  input: z.strictObject({
    deletions: z.array(z.object({ entityName: name, observations: z.array(content) })),
  }),
  output: doneOutput,
  annotations: DESTROYS,
  async run({ deletions }, context) {
    await context.app.compat.deleteObservations(currentWorkspace(context), deletions);
    return { success: true, message: 'Observations deleted successfully' };
  },
  text: ({ message }) => message,
});
