import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { asJson, graphOutput, writable } from '../../fields/knowledge-fields.ts';
import { currentWorkspace } from '../../workspace.ts';

export default defineTool({
  name: 'search_nodes',
  title: 'Search nodes',
  description:
    'Entities of the knowledge graph whose name, type or an observation holds these letters, and their relations.',
  input: z.strictObject({ query: z.string() }),
  output: graphOutput,
  annotations: READS,
  async run({ query }, context) {
    const { entities, relations } = await context.app.compat.searchNodes(currentWorkspace(context), query);
    return { entities: writable(entities), relations: [...relations] };
  },
  text: asJson,
});
