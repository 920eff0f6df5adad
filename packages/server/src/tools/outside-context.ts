import { ClientAnswers } from '../client/client-answers.ts';
import { createSession } from '../connection/session.ts';
import type { Caller } from '../guards/guard.ts';
import type { ServerLogger } from '../server-logger.ts';
import type { ToolContext } from './tool.ts';

/** For a tool that is run outside the protocol, by a page for instance: there is no client to be asked or told. */
export function outsideContext(parts: {
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly logger: ServerLogger;
}): ToolContext {
  return {
    ...parts,
    session: createSession(),
    requestId: undefined,
    clientCapabilities: {},
    answers: new ClientAnswers({}),
    carried: undefined,
    progress: () => undefined,
    log: () => undefined,
  };
}
