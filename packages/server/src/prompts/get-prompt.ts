/** `prompts/get`. */
import { InputRequired } from '../client/input-required.ts';
import type { PromptRegistry } from './prompt-registry.ts';
import type { Prompt, PromptMessage } from './prompt.ts';
import { isObject, RPC_ERROR, type JsonObject } from '../protocol/protocol.ts';
import type { HandlerContext } from '../dispatch/request-context.ts';
import { RpcError } from '../protocol/rpc-error.ts';

export async function getPrompt(
  prompts: PromptRegistry,
  params: JsonObject,
  context: HandlerContext,
): Promise<JsonObject | InputRequired> {
  const prompt = findPrompt(prompts, params['name']);
  const given = readArguments(prompt, params['arguments'] ?? {});
  context.logger.log('info', 'prompt_get', { prompt: prompt.name });
  const messages = await prompt.render(given, context);
  if (messages instanceof InputRequired) return messages;
  return {
    ...(prompt.description === undefined ? {} : { description: prompt.description }),
    messages: messages.map(toMessage),
  };
}

function toMessage(message: PromptMessage): JsonObject {
  const content = 'text' in message ? { type: 'text', text: message.text } : message.content;
  return { role: message.role, content };
}

function findPrompt(prompts: PromptRegistry, name: unknown): Prompt {
  if (typeof name !== 'string' || name === '') throw invalid('missing prompt name');
  const prompt = prompts.get(name);
  if (prompt) return prompt;
  const message = `Unknown prompt: ${name.slice(0, 100)}`;
  throw new RpcError(RPC_ERROR.invalidParams, message, { available_prompts: prompts.names });
}

function readArguments(prompt: Prompt, given: unknown): Readonly<Record<string, string>> {
  if (!isObject(given)) throw invalid('arguments must be an object');
  const expected = prompt.arguments ?? [];
  const names = expected.map(({ name }) => name);
  for (const [name, value] of Object.entries(given)) {
    if (!names.includes(name)) throw invalid(`unknown prompt argument, expected ${names.join(', ') || 'none'}`);
    if (typeof value !== 'string') throw invalid(`prompt argument ${name} must be a string`);
  }
  const missing = expected.find(({ name, required }) => required === true && !Object.hasOwn(given, name));
  if (missing) throw invalid(`missing prompt argument ${missing.name}`);
  return given as Record<string, string>;
}

function invalid(why: string): RpcError {
  return new RpcError(RPC_ERROR.invalidParams, `Invalid params: ${why}`);
}
