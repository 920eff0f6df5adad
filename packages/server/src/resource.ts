import type { RequestContext } from './request-context.ts';
import type { UriVariables } from './uri-template.ts';

/** Text, or bytes as base64. */
export type ResourceContent =
  | { readonly text: string; readonly mimeType?: string }
  | { readonly blob: string; readonly mimeType?: string };

interface ResourceFacts {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
}

/** Something with a fixed URI. */
export interface Resource extends ResourceFacts {
  readonly uri: string;
  read(context: RequestContext): Promise<ResourceContent>;
}

/** Many things whose URIs follow a pattern of `{x}`, `{+x}` and `{/x}`. */
export interface ResourceTemplate extends ResourceFacts {
  readonly uriTemplate: string;
  /** `undefined` when there is no such thing, which the client is told as "resource not found". */
  read(uri: string, variables: UriVariables, context: RequestContext): Promise<ResourceContent | undefined>;
}
