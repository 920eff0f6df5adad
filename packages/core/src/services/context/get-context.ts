/**
 * What an agent should know before it begins: what has to do with the topic and the files, then what is worth knowing
 * whatever the topic, then what is new. Each memory once, on one line, within a budget; superseded ones are left out.
 */
import { estimateTokens } from '../../model/index.ts';
import type { Deps } from '../deps.ts';
import { aboutFiles } from './about-files.ts';
import { aboutTopic } from './about-topic.ts';
import { recent, standing } from './always.ts';
import type { ContextEntry, ContextRequest, Search, SessionContext } from './context-request.ts';

/** Of the budget, what the topic and files may take before the others had their turn, and these before the new ones. */
const SHARES = [0.6, 0.85, 1] as const;

export async function getContext(deps: Deps, search: Search, request: ContextRequest): Promise<SessionContext> {
  const { workspace, along } = request;
  const [topic, files, always, wide, latest] = await Promise.all([
    aboutTopic(search, request),
    aboutFiles(deps, request),
    standing(deps, workspace),
    along === undefined ? [] : standing(deps, along),
    recent(deps, workspace),
  ]);
  request.signal?.throwIfAborted();
  const parts = eachOnce([inTurns(topic, files), [...always, ...wide], latest]);
  return pack(parts, request.budget);
}

/** Neither the topic nor the files crowd the other out. */
function inTurns(a: readonly ContextEntry[], b: readonly ContextEntry[]): ContextEntry[] {
  const longest = Math.max(a.length, b.length);
  return Array.from({ length: longest }, (_, i) => [a[i], b[i]]).flatMap((pair) =>
    pair.filter((entry) => entry !== undefined),
  );
}

/** The same text stored twice counts as once. */
function eachOnce(parts: readonly (readonly ContextEntry[])[]): ContextEntry[][] {
  const seen = new Set<string>();
  return parts.map((part) => part.filter(({ memory }) => !seen.has(memory.hash) && seen.add(memory.hash)));
}

/** The best of the first part before all, however little room there is; each part up to its share; then whatever still fits, in the same order. */
function pack(parts: readonly (readonly ContextEntry[])[], budget: number): SessionContext {
  const chosen = new Set<ContextEntry>();
  let spent = 0;
  const choose = (entries: readonly ContextEntry[], limit: number) => {
    for (const entry of entries) {
      const cost = costOf(entry);
      if (chosen.has(entry) || spent + cost > limit) continue;
      chosen.add(entry);
      spent += cost;
    }
  };
  choose(parts[0]?.slice(0, 1) ?? [], budget);
  for (const [i, part] of parts.entries()) choose(part, budget * (SHARES[i] ?? 1));
  const all = parts.flat();
  choose(all, budget);
  return { entries: all.filter((entry) => chosen.has(entry)), leftOut: all.length - chosen.size };
}

/** Beside its text an entry has an id, a time, a kind and a reason; as data, which is longer than a line. */
const ABOUT_AN_ENTRY = 60;

function costOf({ text }: ContextEntry): number {
  return estimateTokens(text) + ABOUT_AN_ENTRY;
}
