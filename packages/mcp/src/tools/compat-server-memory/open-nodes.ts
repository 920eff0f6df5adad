import { openNodes } from '@zapomni/core';
import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { asJson, graphOutput, writable } from '../../knowledge-fields.ts';
import { currentWorkspace } from '../../workspace.ts';

export default defineTool({
  name: 'open_nodes',
  title: 'Open nodes',
  description: 'Entities of the knowledge graph by their exact names, and their relations.',
  input: z.strictObject({ names: z.array(z.string()) }),
  output: graphOutput,
  annotations: READS,
  async run({ names }, context) {
    const { entities, relations } = await openNodes(context.app, currentWorkspace(context), names);
    return { entities: writable(entities), relations: [...relations] };
  },
  text: asJson,
});
