/** What a client answered to what it was asked. All of it is the client's word: nothing here has been checked by us. */
import { inputResponse } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { isObject, type JsonObject } from '../protocol/protocol.ts';

/** A person's answer. Only an accepted form has content; an accepted address has none. */
export type Elicited<Content = JsonObject> =
  | { readonly action: 'accept'; readonly content: Content }
  | { readonly action: 'decline' | 'cancel' };

/** What the client's model said. */
export interface Sampled {
  /** Its text blocks, one after the other. */
  readonly text: string;
  readonly content: readonly JsonObject[];
  readonly model: string | undefined;
}

export interface ClientRoot {
  readonly uri: string;
  readonly name?: string;
}

export class ClientAnswers {
  readonly #given: JsonObject;

  constructor(given: JsonObject) {
    this.#given = given;
  }

  /** `undefined` when it was not asked yet, and when accepted content does not fit the schema: ask again then. */
  elicited(name: string): Elicited | undefined;
  elicited<Schema extends z.ZodObject>(name: string, schema: Schema): Elicited<z.output<Schema>> | undefined;
  elicited(name: string, schema?: z.ZodObject): Elicited | undefined {
    const view = inputResponse(this.#given, name);
    if (view.kind !== 'elicit') return undefined;
    if (view.action !== 'accept') return { action: view.action };
    const { content = {} } = view;
    if (schema === undefined) return { action: 'accept', content };
    const parsed = schema.safeParse(content);
    return parsed.success ? { action: 'accept', content: parsed.data } : undefined;
  }

  /** `undefined` when it was not asked yet. */
  sampled(name: string): Sampled | undefined {
    const view = inputResponse(this.#given, name);
    if (view.kind !== 'sampling') return undefined;
    const said: unknown = view.result.content;
    const content = (Array.isArray(said) ? said : [said]).filter(isObject);
    const { model } = view.result as { model?: unknown };
    return {
      text: content.map(({ text }) => (typeof text === 'string' ? text : '')).join(''),
      content,
      model: typeof model === 'string' ? model : undefined,
    };
  }

  /** `undefined` when it was not asked yet. */
  roots(name: string): readonly ClientRoot[] | undefined {
    const view = inputResponse(this.#given, name);
    return view.kind === 'roots' ? view.roots.filter((root) => typeof root?.uri === 'string') : undefined;
  }
}
