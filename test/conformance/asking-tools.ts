/**
 * Tools that ask their client. The suite calls the first four in the older revision only and the rest in the stateless one;
 * each of them would do in either.
 */
import {
  createMessage,
  elicitForm,
  inputRequired,
  listRoots,
  type InputRequest,
  type JsonSchemaObject,
  type Tool,
} from '@zapomni/server';
import { z } from 'zod';
import { fixtureTool, fixtureToolWith } from './fixture-tool.ts';
import { CHOICES, DEFAULTS, RESPONSE } from './forms.ts';

const NAME = z.object({ name: z.string() });
const COLOR = z.object({ color: z.string() });
const CONFIRMATION = z.object({ ok: z.boolean() });

const askName = () => elicitForm('What is your name?', NAME);
const askModel = (text: string) =>
  createMessage({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 100 });

export const olderAskingTools: readonly Tool[] = [
  fixtureToolWith(
    'test_sampling',
    'Asks the client’s model.',
    z.object({ prompt: z.string() }),
    async ({ prompt }, { answers }) => {
      const said = answers.sampled('said');
      return said ? { text: `LLM response: ${said.text}` } : inputRequired({ said: askModel(prompt) });
    },
  ) as Tool,
  fixtureToolWith(
    'test_elicitation',
    'Asks the person.',
    z.object({ message: z.string() }),
    async ({ message }, { answers }) => {
      const answer = answers.elicited('answer');
      return answer
        ? { text: `User response: ${told(answer)}` }
        : inputRequired({ answer: elicitForm(message, RESPONSE) });
    },
  ) as Tool,
  formTool('test_elicitation_sep1034_defaults', 'Asks with defaults.', DEFAULTS),
  formTool('test_elicitation_sep1330_enums', 'Asks with choices.', CHOICES),
];

function formTool(name: string, description: string, schema: JsonSchemaObject): Tool {
  return fixtureTool(name, description, async (_, { answers }) => {
    const answer = answers.elicited('answer');
    if (answer) return { text: `Elicitation completed: ${told(answer)}` };
    return inputRequired({ answer: elicitForm('Please review the form.', schema) });
  }) as Tool;
}

function told(answer: { readonly action: string; readonly content?: unknown }): string {
  return `action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`;
}

export const askingTools: readonly Tool[] = [
  fixtureTool('test_input_required_result_elicitation', 'Asks the person for a name.', async (_, { answers }) => {
    const answer = answers.elicited('user_name', NAME);
    return answer?.action === 'accept'
      ? { text: `Hello, ${answer.content.name}!` }
      : inputRequired({ user_name: askName() });
  }),
  fixtureTool('test_input_required_result_sampling', 'Asks the client’s model.', async (_, { answers }) => {
    const said = answers.sampled('capital_question');
    return said
      ? { text: `Sampling response: ${said.text}` }
      : inputRequired({ capital_question: askModel('What is the capital of France?') });
  }),
  fixtureTool('test_input_required_result_list_roots', 'Asks for the client’s folders.', async (_, { answers }) => {
    const roots = answers.roots('client_roots');
    return roots
      ? { text: `Roots: ${roots.map(({ uri }) => uri).join(', ')}` }
      : inputRequired({ client_roots: listRoots() });
  }),
  confirmTool('test_input_required_result_request_state', 'state-ok'),
  confirmTool('test_input_required_result_tampered_state', 'integrity-ok'),
  fixtureTool(
    'test_input_required_result_multiple_inputs',
    'Asks for three things at once.',
    async (_, { answers }) => {
      const name = answers.elicited('user_name', NAME);
      const greeting = answers.sampled('greeting');
      const roots = answers.roots('client_roots');
      if (name?.action === 'accept' && greeting && roots) {
        return { text: `${greeting.text} ${name.content.name}, ${roots.length} root(s)` };
      }
      const requests = { user_name: askName(), greeting: askModel('Generate a greeting'), client_roots: listRoots() };
      return inputRequired(requests, { asked: 3 });
    },
  ),
  fixtureTool('test_input_required_result_multi_round', 'Asks twice.', async (_, { answers }) => {
    const name = answers.elicited('step1', NAME);
    if (name?.action !== 'accept') {
      return inputRequired({ step1: elicitForm('Step 1: What is your name?', NAME) }, { step: 1 });
    }
    const color = answers.elicited('step2', COLOR);
    if (color?.action !== 'accept') {
      return inputRequired({ step2: elicitForm('Step 2: What is your favorite color?', COLOR) }, { step: 2 });
    }
    return { text: `${name.content.name} likes ${color.content.color}.` };
  }),
  fixtureTool('test_input_required_result_capabilities', 'Asks what the client can answer.', async (_, context) => {
    const { answers, clientCapabilities: can } = context;
    if (answers.elicited('user_name') ?? answers.sampled('greeting') ?? answers.roots('client_roots')) {
      return { text: 'Answered.' };
    }
    const requests: Record<string, InputRequest> = {
      ...(can['elicitation'] ? { user_name: askName() } : {}),
      ...(can['sampling'] ? { greeting: askModel('Generate a greeting') } : {}),
      ...(can['roots'] ? { client_roots: listRoots() } : {}),
    };
    return Object.keys(requests).length === 0 ? { text: 'Nobody to ask.' } : inputRequired(requests);
  }),
  fixtureTool('test_missing_capability', 'Asks the model of a client that may have none.', async (_, { answers }) => {
    const said = answers.sampled('said');
    return said ? { text: said.text } : inputRequired({ said: askModel('Reply with the single word: pong') });
  }),
];

/** Tells apart what it carried itself from what a client made up. */
function confirmTool(name: string, word: string): Tool {
  return fixtureTool(name, 'Asks for a confirmation and carries a word along.', async (_, { answers, carried }) => {
    const confirmed = answers.elicited('confirm', CONFIRMATION);
    if (confirmed?.action === 'accept' && typeof carried === 'string') return { text: carried };
    return inputRequired({ confirm: elicitForm('Please confirm', CONFIRMATION) }, word);
  }) as Tool;
}
