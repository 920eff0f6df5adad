import type { Prompt, PromptArgument } from './prompt.ts';
import type { JsonObject } from '../protocol/protocol.ts';
import { ServerError } from '../server-error.ts';

export class PromptRegistry {
  readonly #prompts = new Map<string, Prompt>();

  get names(): string[] {
    return [...this.#prompts.keys()];
  }

  get size(): number {
    return this.#prompts.size;
  }

  add(prompt: Prompt): void {
    if (this.#prompts.has(prompt.name)) {
      throw new ServerError('DUPLICATE_NAME', `A prompt named ${prompt.name} is already registered.`);
    }
    this.#prompts.set(prompt.name, prompt);
  }

  /** Whether any argument has suggestions. */
  get anyCompletes(): boolean {
    return [...this.#prompts.values()].some(({ arguments: expected = [] }) =>
      expected.some(({ complete }) => complete),
    );
  }

  /** Whether there was one. */
  remove(name: string): boolean {
    return this.#prompts.delete(name);
  }

  get(name: string): Prompt | undefined {
    return this.#prompts.get(name);
  }

  list(): JsonObject[] {
    return [...this.#prompts.values()].map(({ name, title, description, arguments: expected }) => ({
      name,
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(expected === undefined ? {} : { arguments: expected.map(shown) }),
    }));
  }
}

function shown({ name, description, required }: PromptArgument): JsonObject {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(required === undefined ? {} : { required }),
  };
}
