/** Keeps memories linked to the code that they name, in the background: hears of memories that come and of repositories that were indexed. */
import type { Deps } from '../../deps.ts';
import type { AppEvent } from '../../events/app-event.ts';
import type { EventBus } from '../../events/event-bus.ts';
import { collection } from '../../records/collection.ts';
import { Drain, type DrainControl, type DrainEnd } from '../../work/drain.ts';
import type { WorkRunner } from '../../work/work-runner.ts';
import { isCodeWorkspace, REPOSITORIES } from '../store/index.ts';
import { linkMentions } from './link-mentions.ts';

const MENTIONS = 'code_mentions';

export class MentionBacklog {
  readonly #deps: Deps;
  readonly #drain: Drain;
  /** Workspaces that are known to have repositories. Where there is none, a memory costs one more question and no work. */
  readonly #withCode = new Set<string>();

  constructor(deps: Deps, runner: WorkRunner, events: EventBus) {
    this.#deps = deps;
    this.#drain = new Drain(deps, runner, { kind: MENTIONS, drain: (control) => this.#linkAll(control) });
    events.subscribe((event) => this.#hear(event), {
      kinds: ['memory.added', 'memory.changed', 'record.changed'],
      others: false,
    });
  }

  /** Links what there is to link now, here or elsewhere. */
  async done(): Promise<void> {
    await this.#drain.done();
  }

  close(): void {
    this.#drain.close();
  }

  async #hear(event: AppEvent): Promise<void> {
    if (event.kind === 'overflow' || event.workspace === null || isCodeWorkspace(event.workspace)) return;
    const { kind, workspace, ids } = event;
    if (kind === 'record.changed' && !ids.some((id) => id.startsWith(`${REPOSITORIES.name}/`))) return;
    if (await this.#codeIn(workspace)) this.#drain.more();
  }

  async #codeIn(workspace: string): Promise<boolean> {
    if (this.#withCode.has(workspace)) return true;
    const count = await collection(this.#deps, REPOSITORIES).count(workspace);
    if (count > 0) this.#withCode.add(workspace);
    return count > 0;
  }

  async #linkAll({ signal, progress }: DrainControl): Promise<DrainEnd> {
    const workspaces = (await this.#deps.storage.workspaces.list()).map(({ id }) => id);
    let done = 0;
    for (const workspace of workspaces.filter((id) => !isCodeWorkspace(id))) {
      signal.throwIfAborted();
      done += await linkMentions(this.#deps, workspace, signal);
      progress(done, done, 'memories');
    }
    return { done, later: null };
  }
}
