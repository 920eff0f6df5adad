/**
 * The tools, looked up by name in a Map and nowhere else, so that a name such as `constructor` is simply unknown. What
 * clients are shown is compiled once for each set of scopes, at the first listing.
 */
import type { ScopeRank } from '../dispatch/caller-scope.ts';
import { compileTool, type CompiledTool } from './compiled-tool.ts';
import type { ErrorReport } from '../protocol/error-report.ts';
import { invalidArguments, plainMessage, toReportedIssues } from '../protocol/input-issues.ts';
import type { JsonObject } from '../protocol/protocol.ts';
import { ServerError } from '../server-error.ts';
import { asCalled, underOwnNames } from './as-called.ts';
import type { Tool } from './tool.ts';

const NAME = /^[a-z_][a-z0-9_]*$/;
const MAX_ISSUES = 20;

export interface CheckedInput {
  readonly input: Record<string, unknown>;
  /** A report of what went wrong, with arguments named as the caller has named them. */
  inWords(report: ErrorReport): ErrorReport;
}

type Checked = CheckedInput | { readonly report: ErrorReport };

export class ToolRegistry {
  readonly #tools = new Map<string, CompiledTool>();
  /** What callers of each rank are shown. */
  readonly #listed = new Map<ScopeRank, readonly JsonObject[]>();

  get names(): string[] {
    return [...this.#tools.keys()];
  }

  get size(): number {
    return this.#tools.size;
  }

  add(tool: Tool): void {
    if (!NAME.test(tool.name)) {
      throw new ServerError(
        'INVALID_REGISTRATION',
        `Tool name ${JSON.stringify(tool.name)} must match ${NAME.source}.`,
      );
    }
    if (this.#tools.has(tool.name)) {
      throw new ServerError('DUPLICATE_NAME', `A tool named ${tool.name} is already registered.`);
    }
    this.#tools.set(tool.name, compileTool(tool));
    this.#listed.clear();
  }

  /** Whether there was one. */
  remove(name: string): boolean {
    this.#listed.clear();
    return this.#tools.delete(name);
  }

  get(name: string): CompiledTool | undefined {
    return this.#tools.get(name);
  }

  /** Those that a caller of this rank may call. */
  namesFor(rank: ScopeRank): string[] {
    return this.#visible(rank).map(({ tool }) => tool.name);
  }

  /** The items of `tools/list` for a caller of this rank, in order of registration. */
  list(rank: ScopeRank): readonly JsonObject[] {
    const listed = this.#listed.get(rank) ?? this.#visible(rank).map((one) => one.describe());
    this.#listed.set(rank, listed);
    return listed;
  }

  /** The JSON Schema of a tool's arguments as clients are shown it. */
  inputSchemaOf(name: string): JsonObject | undefined {
    return this.#tools.get(name)?.describe()['inputSchema'] as JsonObject | undefined;
  }

  #visible(rank: ScopeRank): CompiledTool[] {
    return [...this.#tools.values()].filter((one) => one.rank <= rank);
  }
}

/** The tool's arguments as its schema reads them, or what is wrong with them. */
export function checkArguments({ tool, input, argumentNames }: CompiledTool, args: JsonObject): Checked {
  const { given, called } = underOwnNames(args, tool.aliases);
  const parsed = input.safeParse(given, { error: plainMessage });
  const inWords = (report: ErrorReport): ErrorReport => asCalled(report, called);
  if (parsed.success) return { input: parsed.data as Record<string, unknown>, inWords };
  const issues = toReportedIssues(parsed.error.issues.slice(0, MAX_ISSUES)).slice(0, MAX_ISSUES);
  return { report: inWords(invalidArguments(tool.name, issues, argumentNames())) };
}
