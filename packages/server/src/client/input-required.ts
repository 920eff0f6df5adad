/**
 * How a handler asks its client for something: it returns `inputRequired({ … })`, and is run again from its beginning
 * when the answers are there. That is one shape for both eras: in the stateless revision the client gets the questions
 * as the result and repeats its request with the answers, in the older ones it is asked while its request waits. Nothing
 * is held meanwhile: no time limit runs and no place among the running calls is taken.
 */
import {
  inputRequired as sdk,
  type CreateMessageRequestParams,
  type ElicitInputParams,
} from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { JsonSchemaObject } from '../json-schema/json-schema.ts';
import type { JsonObject } from '../protocol/protocol.ts';

/** One question to the client, as it goes over the wire. */
export interface InputRequest {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  readonly params?: JsonObject;
}

/** Returned by a handler in place of its result. */
export class InputRequired {
  /** By the names under which the answers will be found. */
  readonly requests: Readonly<Record<string, InputRequest>>;
  /** JSON. */
  readonly carry: string | undefined;

  constructor(requests: Readonly<Record<string, InputRequest>>, carry: string | undefined) {
    this.requests = requests;
    this.carry = carry;
  }
}

/**
 * Asks for all of these at once. Answers stay known in later rounds; `carry` is any further JSON value that the next round
 * shall find as `context.carried`. It travels through the client, sealed: nobody there can read or change it.
 */
export function inputRequired(requests: Readonly<Record<string, InputRequest>>, carry?: unknown): InputRequired {
  if (Object.keys(requests).length === 0) throw new TypeError('inputRequired() needs at least one request.');
  return new InputRequired(requests, JSON.stringify(carry));
}

/** Asks the person to fill in a form. Its fields are flat: texts, numbers, booleans, choices; a TypeError says which is not. */
export function elicitForm(message: string, schema: z.ZodObject | JsonSchemaObject): InputRequest {
  return sdk.elicit({ message, requestedSchema: schema as ElicitInputParams['requestedSchema'] }) as InputRequest;
}

/** Asks the person to open an address, for what must not pass through the client: passwords, payments, consent. */
export function elicitUrl(message: string, url: string): InputRequest {
  return sdk.elicitUrl({ message, url }) as InputRequest;
}

/** Asks the client's model. */
export function createMessage(params: CreateMessageRequestParams): InputRequest {
  return { method: 'sampling/createMessage', params };
}

/** Asks which folders the client works in. */
export function listRoots(): InputRequest {
  return { method: 'roots/list' };
}
