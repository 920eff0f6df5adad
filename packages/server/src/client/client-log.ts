/**
 * What handlers log for the client to see. In the older revisions a session sets its level with `logging/setLevel`; in
 * the stateless one each request names its own, and without one nothing is sent.
 */
import {
  isLogLevel,
  isObject,
  LOG_LEVEL_KEY,
  LOG_LEVELS,
  NOTIFICATION,
  RPC_ERROR,
  type JsonObject,
  type LogLevel,
} from '../protocol/protocol.ts';
import type { HandlerContext, RequestContext } from '../dispatch/request-context.ts';
import { RpcError } from '../protocol/rpc-error.ts';
import type { Session } from '../connection/session.ts';

/** For sessions that have not said what they want. */
const DEFAULT_LEVEL: LogLevel = 'info';

/** The level that a request of the stateless revision asks for. */
export function logLevelOf(meta: unknown): LogLevel | undefined {
  const level = isObject(meta) ? meta[LOG_LEVEL_KEY] : undefined;
  return isLogLevel(level) ? level : undefined;
}

/** Forgets a session with the session itself. */
export class SessionLevels {
  readonly #levels = new WeakMap<Session, LogLevel>();

  setLevel({ level }: JsonObject, { session }: RequestContext): JsonObject {
    if (!isLogLevel(level)) {
      throw new RpcError(RPC_ERROR.invalidParams, `Invalid params: level must be one of ${LOG_LEVELS.join(', ')}`);
    }
    this.#levels.set(session, level);
    return {};
  }

  of(session: Session): LogLevel {
    return this.#levels.get(session) ?? DEFAULT_LEVEL;
  }
}

export interface ClientLog {
  readonly log: HandlerContext['log'];
  /** Nothing is sent after this: it would belong to a request that was answered. */
  close(): void;
}

export function createClientLog(levels: SessionLevels, params: JsonObject, context: RequestContext): ClientLog {
  const { era, session } = context;
  const asked = era === 'modern' ? (context.logLevel ?? logLevelOf(params['_meta'])) : levels.of(session);
  let least = asked === undefined ? Number.POSITIVE_INFINITY : LOG_LEVELS.indexOf(asked);
  return {
    log(level, data, logger) {
      if (LOG_LEVELS.indexOf(level) < least) return;
      context.notify(NOTIFICATION.message, { level, ...(logger === undefined ? {} : { logger }), data });
    },
    close() {
      least = Number.POSITIVE_INFINITY;
    },
  };
}

/** For servers that send no logs to clients. */
export const SILENT_LOG: ClientLog = { log: () => undefined, close: () => undefined };
