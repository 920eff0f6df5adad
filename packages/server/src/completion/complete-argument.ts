/** `completion/complete`: suggestions for an argument of a prompt or a variable of a resource template. */
import type { PromptRegistry } from '../prompts/prompt-registry.ts';
import { isObject, RPC_ERROR, type JsonObject } from '../protocol/protocol.ts';
import type { Complete } from './complete.ts';
import type { HandlerContext } from '../dispatch/request-context.ts';
import type { ResourceRegistry } from '../resources/resource-registry.ts';
import { RpcError } from '../protocol/rpc-error.ts';

/** The protocol allows no more at once. */
const MAX_VALUES = 100;

export interface Completable {
  readonly prompts: PromptRegistry;
  readonly resources: ResourceRegistry;
}

export async function completeArgument(
  completable: Completable,
  params: JsonObject,
  context: HandlerContext,
): Promise<JsonObject> {
  const { ref, argument, context: about } = params;
  if (!isObject(argument) || typeof argument['name'] !== 'string' || typeof argument['value'] !== 'string') {
    throw invalid('argument needs a name and a value');
  }
  const complete = findComplete(completable, ref, argument['name']);
  const all = (await complete?.(argument['value'], givenArguments(about), context)) ?? [];
  const values = all.slice(0, MAX_VALUES);
  return { completion: { values, total: all.length, hasMore: all.length > values.length } };
}

/** `undefined` for an argument without suggestions. */
function findComplete({ prompts, resources }: Completable, ref: unknown, argument: string): Complete | undefined {
  if (!isObject(ref)) throw invalid('missing ref');
  if (ref['type'] === 'ref/prompt') {
    const { name } = ref;
    const prompt = typeof name === 'string' ? prompts.get(name) : undefined;
    if (prompt === undefined) throw invalid('ref names no prompt');
    const found = prompt.arguments?.find((one) => one.name === argument);
    if (found === undefined) throw invalid('the prompt has no argument of that name');
    return found.complete;
  }
  if (ref['type'] !== 'ref/resource') throw invalid('ref.type must be ref/prompt or ref/resource');
  const { uri } = ref;
  const template = typeof uri === 'string' ? resources.getTemplate(uri) : undefined;
  if (template === undefined) throw invalid('ref names no resource template');
  const { complete = {} } = template;
  return Object.hasOwn(complete, argument) ? complete[argument] : undefined;
}

function givenArguments(about: unknown): Readonly<Record<string, string>> {
  const given = isObject(about) && isObject(about['arguments']) ? about['arguments'] : {};
  return Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function invalid(why: string): RpcError {
  return new RpcError(RPC_ERROR.invalidParams, `Invalid params: ${why}`);
}
