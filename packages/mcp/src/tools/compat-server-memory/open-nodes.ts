import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { asJson, graphOutput, writable } from '../../fields/knowledge-fields.ts';
import { currentWorkspace } from '../../workspace.ts';

export default defineTool({
  name: 'open_nodes',
  title: 'Open nodes',
  description: 'Entities of the knowledge graph by their exact names, and their relations.',
  input: z.strictObject({ names: z.array(z.string()) }),
  output: graphOutput,
  annotations: READS,
  async run({ names }, context) {
    const { entities, relations } = await context.app.compat.openNodes(currentWorkspace(context), names);
    return { entities: writable(entities), relations: [...relations] };
  },
  text: asJson,
});
