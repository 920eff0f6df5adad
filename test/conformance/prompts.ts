import { elicitForm, inputRequired, type Prompt } from '@zapomni/server';
import { z } from 'zod';
import { IMAGE } from './samples.ts';

const CONTEXT = z.object({ context: z.string() });
const suggest = async (typed: string) => ['testing', 'tested', 'tests'].filter((value) => value.startsWith(typed));

export const prompts: readonly Prompt[] = [
  {
    name: 'test_simple_prompt',
    description: 'Takes no arguments.',
    render: async () => [{ role: 'user', text: 'This is a simple prompt for testing.' }],
  },
  {
    name: 'test_prompt_with_arguments',
    description: 'Takes two arguments.',
    arguments: [
      { name: 'arg1', description: 'First test argument', required: true, complete: suggest },
      { name: 'arg2', description: 'Second test argument', required: true, complete: suggest },
    ],
    render: async ({ arg1, arg2 }) => [{ role: 'user', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` }],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'Holds a resource.',
    arguments: [{ name: 'resourceUri', description: 'URI of the resource to embed', required: true }],
    render: async ({ resourceUri = '' }) => [
      {
        role: 'user',
        content: {
          type: 'resource',
          resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        },
      },
      { role: 'user', text: 'Please process the embedded resource above.' },
    ],
  },
  {
    name: 'test_prompt_with_image',
    description: 'Holds an image.',
    render: async () => [
      { role: 'user', content: { type: 'image', ...IMAGE } },
      { role: 'user', text: 'Please analyze the image above.' },
    ],
  },
  {
    name: 'test_input_required_result_prompt',
    description: 'Asks the person first.',
    render: async (_, { answers }) => {
      const answer = answers.elicited('user_context', CONTEXT);
      if (answer?.action === 'accept') return [{ role: 'user', text: `Use this context: ${answer.content.context}` }];
      return inputRequired({ user_context: elicitForm('What context should the prompt use?', CONTEXT) });
    },
  },
];
