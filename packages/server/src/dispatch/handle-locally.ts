/** The entrance for programs: a message in, the bare reply out, no transport and no SDK in between. */
import { clientNameIn } from '../protocol/client-name.ts';
import { clientSideOf } from '../client/client-side.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { Caller } from '../guards/guard.ts';
import { sortMessage, type RequestMessage } from '../protocol/json-rpc-message.ts';
import { LOCAL_CALLER } from './known-callers.ts';
import {
  isObject,
  RPC_ERROR,
  STATELESS_VERSIONS,
  VERSION_KEY,
  type Era,
  type JsonObject,
} from '../protocol/protocol.ts';
import type { RequestLedger } from './request-ledger.ts';
import type { Reply } from '../protocol/rpc-error.ts';
import type { ServerLogger } from '../server-logger.ts';
import type { Session } from '../connection/session.ts';

export interface HandleOptions {
  /** The caller's own session; one that belongs to the server otherwise. */
  readonly session?: Session;
  /** On whose behalf; the program's own otherwise, which may do everything. */
  readonly caller?: Caller;
  readonly signal?: AbortSignal;
  /** Gets the notifications that belong to the request. */
  readonly notify?: (method: string, params: JsonObject) => void;
}

interface Parts {
  readonly dispatcher: Dispatcher;
  readonly ledger: RequestLedger;
  readonly logger: ServerLogger;
  readonly session: Session;
}

const INTERNAL_REPLY: Reply = { error: { code: RPC_ERROR.internal, message: 'Internal error' } };

/** Never rejects. `undefined` for what has no answer: notifications and responses. */
export async function handleLocally(
  parts: Parts,
  message: unknown,
  options: HandleOptions,
): Promise<Reply | undefined> {
  try {
    return await handle(parts, message, options);
  } catch (error) {
    parts.ledger.fault();
    parts.logger.log('error', 'unexpected_request_error', { error_type: errorType(error), error });
    return INTERNAL_REPLY;
  }
}

async function handle(parts: Parts, message: unknown, options: HandleOptions): Promise<Reply | undefined> {
  const sorted = sortMessage(message, 'optional');
  const id = 'id' in sorted ? (sorted.id ?? undefined) : undefined;
  const logger = parts.logger.child({ request_id: id ?? '<no-id>' });
  switch (sorted.kind) {
    case 'request':
      return answer(parts, sorted, options, logger);
    case 'invalid':
      parts.ledger.fault();
      logger.log('warning', sorted.event, { code: sorted.error.code });
      return { error: sorted.error };
    case 'notification':
      logger.log('debug', 'request_received', { method: sorted.method.slice(0, 100) });
      parts.dispatcher.ignoreNotification(sorted.method, logger);
      return undefined;
    case 'response':
      return undefined;
  }
}

async function answer(
  { dispatcher, ledger, session }: Parts,
  { id, method, params = {} }: RequestMessage,
  options: HandleOptions,
  logger: ServerLogger,
): Promise<Reply> {
  const caller = options.caller ?? LOCAL_CALLER;
  const asked = { client: clientNameIn(method, params), subject: caller.subject };
  const entry = ledger.begin(method, params, logger, asked);
  const era = eraOf(params);
  const reply = await dispatcher.dispatch(method, params, {
    session: options.session ?? session,
    caller,
    era,
    client: era === 'modern' ? clientSideOf(params) : undefined,
    requestId: id,
    signal: options.signal ?? new AbortController().signal,
    logger,
    notify: options.notify ?? (() => undefined),
  });
  const sent = serialisable(reply, logger);
  ledger.finish(entry, sent);
  return sent;
}

function eraOf(params: JsonObject): Era {
  const meta = params['_meta'];
  const version = isObject(meta) ? meta[VERSION_KEY] : undefined;
  return STATELESS_VERSIONS.some((known) => known === version) ? 'modern' : 'legacy';
}

/** What JSON cannot express is a fault of the tool, and its caller gets an answer all the same. */
function serialisable(reply: Reply, logger: ServerLogger): Reply {
  try {
    JSON.stringify(reply);
    return reply;
  } catch (error) {
    logger.log('error', 'unserialisable_message', { error });
    return INTERNAL_REPLY;
  }
}

function errorType(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
