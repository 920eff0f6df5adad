/** Resources by URI, then templates: those with more fixed characters first, then in order of registration. */
import type { InputRequired } from '../client/input-required.ts';
import type { JsonObject } from '../protocol/protocol.ts';
import type { HandlerContext } from '../dispatch/request-context.ts';
import type { CacheHint, Resource, ResourceContent, ResourceTemplate } from './resource.ts';
import { ServerError } from '../server-error.ts';
import { parseUriTemplate, type UriTemplate } from '../uri-template/uri-template.ts';
import type { WatchContext } from './watch-context.ts';

/** Something that may be what a URI names. */
export interface ResourceCandidate {
  /** The template that matched. */
  readonly template: string | undefined;
  readonly mimeType: string | undefined;
  readonly cache: CacheHint | undefined;
  readonly changes: boolean;
  read(context: HandlerContext): Promise<ResourceContent | InputRequired | undefined>;
  /** Whether there is something to watch. */
  watch(context: WatchContext): Promise<boolean>;
}

interface TemplateEntry {
  readonly template: ResourceTemplate;
  readonly pattern: UriTemplate;
}

export class ResourceRegistry {
  readonly #resources = new Map<string, Resource>();
  readonly #templates = new Map<string, TemplateEntry>();
  #bySpecificity: readonly TemplateEntry[] | undefined;

  get size(): number {
    return this.#resources.size + this.#templates.size;
  }

  /** Whether anything says that its content changes. */
  get anyChanges(): boolean {
    return [...this.#resources.values(), ...this.#templateList()].some(({ changes }) => changes === true);
  }

  /** Whether any template can suggest values. */
  get anyCompletes(): boolean {
    return this.#templateList().some(({ complete = {} }) => Object.keys(complete).length > 0);
  }

  add(resource: Resource): void {
    if (this.#resources.has(resource.uri)) throw duplicate('resource', resource.uri);
    this.#resources.set(resource.uri, resource);
  }

  addTemplate(template: ResourceTemplate): void {
    const { uriTemplate, complete = {} } = template;
    const pattern = parseUriTemplate(uriTemplate);
    if (this.#templates.has(uriTemplate)) throw duplicate('resource template', uriTemplate);
    const stray = Object.keys(complete).find((name) => !pattern.variables.includes(name));
    if (stray !== undefined) {
      throw new ServerError(
        'INVALID_REGISTRATION',
        `Resource template ${uriTemplate} has no variable ${stray} to complete.`,
      );
    }
    this.#templates.set(uriTemplate, { template, pattern });
    this.#bySpecificity = undefined;
  }

  /** By URI or by template. Whether there was one. */
  remove(name: string): boolean {
    this.#bySpecificity = undefined;
    return this.#resources.delete(name) || this.#templates.delete(name);
  }

  getTemplate(uriTemplate: string): ResourceTemplate | undefined {
    return this.#templates.get(uriTemplate)?.template;
  }

  /** What the URI may name, in the order to try. */
  *candidates(uri: string): Generator<ResourceCandidate> {
    const resource = this.#resources.get(uri);
    if (resource) yield fromResource(resource);
    for (const { template, pattern } of this.#specificFirst()) {
      const variables = pattern.match(uri);
      if (variables === undefined) continue;
      yield {
        ...traits(template),
        template: template.uriTemplate,
        read: (context) => template.read(uri, variables, context),
        watch: async (context) => (await template.watch?.(uri, variables, context)) ?? true,
      };
    }
  }

  list(): JsonObject[] {
    return [...this.#resources.values()].map((resource) => ({ uri: resource.uri, ...facts(resource) }));
  }

  listTemplates(): JsonObject[] {
    return this.#templateList().map((template) => ({ uriTemplate: template.uriTemplate, ...facts(template) }));
  }

  #templateList(): ResourceTemplate[] {
    return [...this.#templates.values()].map(({ template }) => template);
  }

  #specificFirst(): readonly TemplateEntry[] {
    this.#bySpecificity ??= [...this.#templates.values()].toSorted(
      (one, other) => other.pattern.literalLength - one.pattern.literalLength,
    );
    return this.#bySpecificity;
  }
}

function fromResource(resource: Resource): ResourceCandidate {
  return {
    ...traits(resource),
    template: undefined,
    read: (context) => resource.read(context),
    watch: async (context) => (await resource.watch?.(context)) ?? true,
  };
}

function traits({ mimeType, cache, changes = false }: Resource | ResourceTemplate) {
  return { mimeType, cache, changes };
}

function facts({ name, title, description, mimeType }: Resource | ResourceTemplate): JsonObject {
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(mimeType === undefined ? {} : { mimeType }),
  };
}

function duplicate(what: string, name: string): ServerError {
  return new ServerError('DUPLICATE_NAME', `A ${what} ${name} is already registered.`);
}
