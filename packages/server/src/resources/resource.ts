import type { Complete } from '../completion/complete.ts';
import type { InputRequired } from '../client/input-required.ts';
import type { HandlerContext } from '../dispatch/request-context.ts';
import type { UriVariables } from '../uri-template/collect.ts';
import type { WatchContext } from './watch-context.ts';

/** Text, or bytes as base64. */
export type ResourceContent =
  | { readonly text: string; readonly mimeType?: string }
  | { readonly blob: string; readonly mimeType?: string };

/** How long a client of the stateless revision may keep what it read. */
export interface CacheHint {
  readonly ttlMs: number;
  /** `public`: the same for every caller. */
  readonly scope: 'public' | 'private';
}

interface ResourceFacts {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** Its content may change and `notifyResourceUpdated` will say so: clients can subscribe to it. */
  readonly changes?: boolean;
  /** Not kept at all by default. */
  readonly cache?: CacheHint;
}

/** Something with a fixed URI. */
export interface Resource extends ResourceFacts {
  readonly uri: string;
  /** `undefined` when it is not there at the moment; `inputRequired(…)` to ask the client for something first. */
  read(context: HandlerContext): Promise<ResourceContent | InputRequired | undefined>;
  /** As a template's. */
  watch?(context: WatchContext): Promise<boolean>;
}

/** Many things whose URIs follow a pattern of RFC 6570. */
export interface ResourceTemplate extends ResourceFacts {
  readonly uriTemplate: string;
  /** Suggestions for a variable's value, by its name. */
  readonly complete?: Readonly<Record<string, Complete>>;
  /** `undefined` when there is no such thing: the next template that matches is asked then. */
  read(
    uri: string,
    variables: UriVariables,
    context: HandlerContext,
  ): Promise<ResourceContent | InputRequired | undefined>;
  /**
   * Called for each subscription before it is granted, and may look out for changes until its signal fires. `false` when
   * there is no such thing; a rejection refuses the subscription. Without it every subscription is granted.
   */
  watch?(uri: string, variables: UriVariables, context: WatchContext): Promise<boolean>;
}
