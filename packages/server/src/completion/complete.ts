import type { HandlerContext } from '../dispatch/request-context.ts';

/**
 * Suggests whole values for what was typed so far, best first. `given` are the other arguments that are filled in
 * already. More than a hundred may be returned; the client gets the first hundred and the number of all.
 */
export type Complete = (
  typed: string,
  given: Readonly<Record<string, string>>,
  context: HandlerContext,
) => readonly string[] | Promise<readonly string[]>;
