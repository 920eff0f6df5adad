/**
 * What a server has to offer, and what it tells clients about that. They are told once, at the beginning, so while it
 * runs only those lists may change of which it was said that they do, and nothing may come that was not announced.
 */
import { ChangeFeed, type ListName } from '../resources/change-feed.ts';
import type { Capabilities } from '../protocol/handshake.ts';
import { PromptRegistry } from '../prompts/prompt-registry.ts';
import type { Prompt } from '../prompts/prompt.ts';
import { isObject } from '../protocol/protocol.ts';
import { ResourceRegistry } from '../resources/resource-registry.ts';
import type { Resource, ResourceTemplate } from '../resources/resource.ts';
import { ServerError } from '../server-error.ts';
import { ToolRegistry } from '../tools/tool-registry.ts';
import type { Tool } from '../tools/tool.ts';

export interface OfferSettings {
  readonly changing: ReadonlySet<ListName>;
  readonly logging: boolean;
  /** Whether clients may have been told already. */
  isRunning(): boolean;
}

export class Offer {
  readonly tools = new ToolRegistry();
  readonly resources = new ResourceRegistry();
  readonly prompts = new PromptRegistry();
  readonly changes = new ChangeFeed();
  readonly #settings: OfferSettings;
  #told: Capabilities | undefined;

  constructor(settings: OfferSettings) {
    this.#settings = settings;
  }

  /** The same from the beginning of a run to its end. */
  get capabilities(): Capabilities {
    this.#told = this.#settings.isRunning() ? (this.#told ?? this.#compute()) : undefined;
    return this.#told ?? this.#compute();
  }

  addTool(tool: Tool): void {
    this.#add('tools', tool.name, () => this.tools.add(tool));
  }

  addResource(resource: Resource): void {
    this.#add('resources', resource.uri, () => this.resources.add(resource));
  }

  addTemplate(template: ResourceTemplate): void {
    this.#add('resources', template.uriTemplate, () => this.resources.addTemplate(template));
  }

  addPrompt(prompt: Prompt): void {
    this.#add('prompts', prompt.name, () => this.prompts.add(prompt));
  }

  /** Whether there was one. */
  remove(list: ListName, name: string): boolean {
    this.#assertMayChange(list);
    const removed = this[list].remove(name);
    if (removed) this.#noteChange(list);
    return removed;
  }

  listChanged(list: ListName): void {
    if (!this.#settings.changing.has(list)) throw new ServerError('INVALID_REGISTRATION', notChanging(list));
    this.changes.listChanged(list);
  }

  resourceUpdated(uri: string): void {
    if (!this.resources.anyChanges) {
      throw new ServerError('INVALID_REGISTRATION', 'No resource was registered with changes: true.');
    }
    this.changes.publish({ kind: 'resource_updated', uri });
  }

  #add(list: ListName, name: string, add: () => void): void {
    this.#assertMayChange(list);
    const told = this.capabilities;
    add();
    if (this.#settings.isRunning() && !covers(told, this.#compute())) {
      this[list].remove(name);
      throw new ServerError(
        'INVALID_REGISTRATION',
        `${name} needs what clients were not told of: register it before run().`,
      );
    }
    this.#noteChange(list);
  }

  #assertMayChange(list: ListName): void {
    if (!this.#settings.isRunning() || this.#settings.changing.has(list)) return;
    throw new ServerError('INVALID_REGISTRATION', `Register everything before run(). ${notChanging(list)}`);
  }

  #noteChange(list: ListName): void {
    if (this.#settings.isRunning()) this.changes.listChanged(list);
  }

  /** Only what is there, or may come, is offered. */
  #compute(): Capabilities {
    const { changing, logging } = this.#settings;
    const about = (list: ListName) => (changing.has(list) ? { listChanged: true } : {});
    const has = (list: ListName) => changing.has(list) || this[list].size > 0;
    const subscribe = this.resources.anyChanges ? { subscribe: true } : {};
    return {
      ...(has('tools') ? { tools: about('tools') } : {}),
      ...(has('resources') ? { resources: { ...about('resources'), ...subscribe } } : {}),
      ...(has('prompts') ? { prompts: about('prompts') } : {}),
      ...(this.prompts.anyCompletes || this.resources.anyCompletes ? { completions: {} } : {}),
      ...(logging ? { logging: {} } : {}),
    };
  }
}

/** Whether everything in `now` was in `told`. */
function covers(told: object, now: object): boolean {
  return Object.entries(now).every(([name, value]) => {
    const known: unknown = Object.hasOwn(told, name) ? told[name as keyof typeof told] : undefined;
    return isObject(value) ? isObject(known) && covers(known, value) : known === value;
  });
}

function notChanging(list: ListName): string {
  return `Name ${list} in the option changing if that list is to change.`;
}
