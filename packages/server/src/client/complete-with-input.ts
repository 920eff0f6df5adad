/**
 * Runs a handler until it has what it asks its client for.
 *
 *   stateless   request ─► handler ─► questions + sealed state ─► client … repeats the request with answers and state
 *   older       request ─► handler ─► questions ─► client ─► answers ─► handler, again, while the request waits
 */
import { randomUUID } from 'node:crypto';
import { ClientAnswers } from './client-answers.ts';
import { requireCapabilities } from './client-capability.ts';
import { UNKNOWN_CLIENT, type ClientSide } from './client-side.ts';
import { InputRequired, type InputRequest } from './input-required.ts';
import type { Call } from '../dispatch/middleware.ts';
import { isObject, RPC_ERROR, type JsonObject } from '../protocol/protocol.ts';
import type { Round } from '../dispatch/request-context.ts';
import { RpcError } from '../protocol/rpc-error.ts';
import type { StateSeal } from './state-seal.ts';

/** Of questions that a client of the older revisions is asked while its request waits; more are a handler's mistake. */
const MAX_ROUNDS = 8;

export type Attempt = (round: Round) => Promise<JsonObject | InputRequired>;

/** What is known when a handler begins. */
interface Known {
  readonly answers: JsonObject;
  /** JSON. */
  readonly carry?: string | undefined;
}

export function completeWithInput(call: Call, seal: StateSeal, attempt: Attempt): Promise<JsonObject> {
  return call.context.era === 'modern' ? oneRound(call, seal, attempt) : allRounds(call, attempt);
}

async function oneRound(call: Call, seal: StateSeal, attempt: Attempt): Promise<JsonObject> {
  const { client = UNKNOWN_CLIENT } = call.context;
  const before = openState(client.state, seal, call);
  const answers = { ...before.answers, ...readResponses(client.responses) };
  const outcome = await attempt(toRound(client, { answers, carry: before.carry }));
  if (!(outcome instanceof InputRequired)) return outcome;
  requireCapabilities(outcome, client.capabilities, call.context);
  const { requests, carry } = outcome;
  const worthKeeping = carry !== undefined || Object.keys(answers).length > 0;
  return {
    resultType: 'input_required',
    inputRequests: requests,
    ...(worthKeeping ? { requestState: seal.seal({ answers, carry }, aboutOf(call)) } : {}),
  };
}

async function allRounds(call: Call, attempt: Attempt): Promise<JsonObject> {
  const { client = UNKNOWN_CLIENT } = call.context;
  let known: Known = { answers: {} };
  for (let round = 1; ; round += 1) {
    const outcome = await attempt(toRound(client, known));
    if (!(outcome instanceof InputRequired)) return outcome;
    if (round > MAX_ROUNDS) throw tooManyRounds(call);
    requireCapabilities(outcome, client.capabilities, call.context);
    const answers = await askAll(outcome, client, call);
    known = { answers: { ...known.answers, ...answers }, carry: outcome.carry };
  }
}

function tooManyRounds({ method, context }: Call): RpcError {
  context.logger.log('error', 'too_many_input_rounds', { method, rounds: MAX_ROUNDS });
  return new RpcError(RPC_ERROR.internal, `Gave up: the client was asked ${MAX_ROUNDS} times and it was never enough.`);
}

function toRound({ capabilities }: ClientSide, { answers, carry }: Known): Round {
  return {
    clientCapabilities: capabilities,
    answers: new ClientAnswers(answers),
    carried: carry === undefined ? undefined : JSON.parse(carry),
  };
}

/** All at once; when one is not answered, the others are withdrawn. */
async function askAll({ requests }: InputRequired, client: ClientSide, call: Call): Promise<JsonObject> {
  const withdrawn = new AbortController();
  const signal = AbortSignal.any([call.context.signal, withdrawn.signal]);
  const asked = Object.entries(requests).map(async ([name, request]) => {
    const params = toOlderParams(request);
    return [name, await client.ask?.(request.method, params, signal)] as const;
  });
  try {
    return Object.fromEntries(await Promise.all(asked));
  } catch (error) {
    withdrawn.abort();
    call.context.logger.log('warning', 'client_did_not_answer', { method: call.method, error });
    const methods = [...new Set(Object.values(requests).map(({ method }) => method))].join(', ');
    throw new RpcError(RPC_ERROR.internal, `The client did not answer what this needs to know (${methods}).`);
  }
}

/** Those revisions name each address that a person is sent to. */
function toOlderParams({ params }: InputRequest): JsonObject | undefined {
  return params?.['mode'] === 'url' ? { elicitationId: randomUUID(), ...params } : params;
}

function openState(state: unknown, seal: StateSeal, call: Call): Known {
  if (state === undefined) return { answers: {} };
  if (typeof state === 'string') return seal.open(state, aboutOf(call)) as Known;
  throw new RpcError(RPC_ERROR.invalidParams, 'Invalid params: requestState must be a string');
}

/** Whatever is no answer at all counts as not answered. */
function readResponses(responses: unknown = {}): JsonObject {
  if (isObject(responses))
    return Object.fromEntries(Object.entries(responses).filter(([, answer]) => isObject(answer)));
  throw new RpcError(RPC_ERROR.invalidParams, 'Invalid params: inputResponses must be an object');
}

/** The request that state belongs to: state for one thing must not serve another. */
function aboutOf({ method, params, context }: Call): string {
  const { name, uri, arguments: given } = params;
  return JSON.stringify([context.caller.subject, method, name ?? uri, given ?? {}], sorted);
}

/** Clients need not keep the order of members. */
function sorted(_key: string, value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value;
}
