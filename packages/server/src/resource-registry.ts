/** Resources by URI, then templates in order of registration. */
import type { JsonObject } from './protocol.ts';
import type { Resource, ResourceTemplate } from './resource.ts';
import { ServerError } from './server-error.ts';
import { parseUriTemplate, type UriTemplate, type UriVariables } from './uri-template.ts';

type Found =
  | { readonly resource: Resource }
  | { readonly template: ResourceTemplate; readonly variables: UriVariables };

export class ResourceRegistry {
  readonly #resources = new Map<string, Resource>();
  readonly #templates = new Map<string, { readonly template: ResourceTemplate; readonly pattern: UriTemplate }>();

  get size(): number {
    return this.#resources.size + this.#templates.size;
  }

  add(resource: Resource): void {
    if (this.#resources.has(resource.uri)) throw duplicate('resource', resource.uri);
    this.#resources.set(resource.uri, resource);
  }

  addTemplate(template: ResourceTemplate): void {
    const pattern = parseUriTemplate(template.uriTemplate);
    if (this.#templates.has(template.uriTemplate)) throw duplicate('resource template', template.uriTemplate);
    this.#templates.set(template.uriTemplate, { template, pattern });
  }

  find(uri: string): Found | undefined {
    const resource = this.#resources.get(uri);
    if (resource) return { resource };
    for (const { template, pattern } of this.#templates.values()) {
      const variables = pattern.match(uri);
      if (variables) return { template, variables };
    }
    return undefined;
  }

  list(): JsonObject[] {
    return [...this.#resources.values()].map((resource) => ({ uri: resource.uri, ...facts(resource) }));
  }

  listTemplates(): JsonObject[] {
    return [...this.#templates.values()].map(({ template }) => ({
      uriTemplate: template.uriTemplate,
      ...facts(template),
    }));
  }
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
