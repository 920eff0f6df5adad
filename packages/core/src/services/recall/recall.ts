/**
 * Memory that is there without being asked for.
 *
 *   start, helper ── standing of the project, of the user, the newest ──┐
 *                                                                       ├─▶ not given in this session ─▶ within the budget ─▶ noted
 *   prompt ── worth asking? ── search, strictly, above the bar ─────────┘
 */
import { isOfDocument } from '../../model/index.ts';
import { recent, standing } from '../context/always.ts';
import type { Search } from '../context/context-request.ts';
import { oneLine } from '../context/one-line.ts';
import type { Deps } from '../deps.ts';
import { Gifts } from './gifts.ts';
import { packLines, type Line } from './lines.ts';
import { SILENCE, type Gift, type Given, type HookRequest, type PromptRequest } from './recall-request.ts';
import { isWorthAsking } from './worth-asking.ts';

/** In tokens. A brief is paid for in every session, and again by every helper. */
const BUDGETS = { start: 800, helper: 300, prompt: 400 } as const;
/** Of a prompt's hits. What comes behind these is seldom what was meant. */
const MOST_HITS = 4;
const LONGEST_QUERY = 1000;
/** How likely a memory has to bear on a prompt. Measured in evals/recall.ts; who is not asked has to be surer than who is. */
const RECALL_BAR = 0.3;

export class Recall {
  readonly #deps: Deps;
  readonly #search: Search;
  readonly #gifts: Gifts;

  constructor(deps: Deps, search: Search) {
    this.#deps = deps;
    this.#search = search;
    this.#gifts = new Gifts(deps);
  }

  /** What to know before anything is said. */
  async brief(request: HookRequest): Promise<Given> {
    const workspaces = this.#workspaces(request.folder);
    const [given, lines] = await Promise.all([this.#gifts.givenIn(request.session), this.#standing(workspaces)]);
    if (request.onlyFirst === true && given.hasBrief) return SILENCE;
    return this.#give(request, workspaces, unseen(lines, given.memories));
  }

  /** What bears on the prompt and was not given before; mostly silence. */
  async prompt(request: PromptRequest): Promise<Given> {
    const { prompt, source, signal, session, folder } = request;
    if (!isWorthAsking(prompt, source)) return SILENCE;
    const workspaces = this.#workspaces(folder);
    const query = [...prompt.trim()].slice(0, LONGEST_QUERY).join('');
    const found = await this.#search({
      workspaces,
      query,
      limit: MOST_HITS,
      minScore: RECALL_BAR,
      strict: true,
      signal,
    });
    // Without the model nobody knows how well they fit.
    if (found.mode === 'words' || found.hits.length === 0) return SILENCE;
    const lines = found.hits.map(({ memory, passage }) => ({ memory, text: oneLine(passage.text, query) }));
    return this.#give(request, workspaces, unseen(lines, (await this.#gifts.givenIn(session)).memories));
  }

  log(limit: number): Promise<Gift[]> {
    return this.#gifts.list(limit);
  }

  async #give(request: HookRequest, workspaces: readonly string[], lines: readonly Line[]): Promise<Given> {
    request.signal?.throwIfAborted();
    const given = packLines(lines, BUDGETS[request.event]);
    await this.#gifts.note(request, workspaces[0] ?? '', given);
    return given;
  }

  /** The project's first, where there is one; the user's own always. */
  #workspaces(folder: string | undefined): string[] {
    const own = this.#deps.config.workspace;
    const project = folder === undefined ? null : this.#deps.projects?.find(folder);
    return [...new Set([project?.workspace ?? own, own])];
  }

  /** Of every workspace what always holds, then what is new in the first. */
  async #standing(workspaces: readonly string[]): Promise<Line[]> {
    const [holding, newest] = await Promise.all([
      Promise.all(workspaces.map((workspace) => standing(this.#deps, workspace))),
      recent(this.#deps, workspaces[0] ?? ''),
    ]);
    return [...holding.flat(), ...newest.filter(({ memory }) => !isOfDocument(memory.kind))];
  }
}

/** Each text once, and none that this session has. */
function unseen(lines: readonly Line[], given: ReadonlySet<string>): Line[] {
  const seen = new Set<string>();
  return lines.filter(({ memory }) => !given.has(memory.id) && !seen.has(memory.hash) && seen.add(memory.hash));
}
