import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { asJson, graphOutput, writable } from '../../fields/knowledge-fields.ts';
import { currentWorkspace } from '../../workspace.ts';

export default defineTool({
  name: 'read_graph',
  title: 'Read the graph',
  description: 'The whole knowledge graph: every entity that was created, its observations, and the relations.',
  input: z.strictObject({}),
  output: graphOutput,
  annotations: READS,
  async run(_input, context) {
    const { entities, relations } = await context.app.compat.readGraph(currentWorkspace(context));
    return { entities: writable(entities), relations: [...relations] };
  },
  text: asJson,
});
