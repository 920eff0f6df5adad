/**
 * Every option of every tool of papers has an effect. The options are those of the tools themselves, so that a new one without a pair of
 * values that come out otherwise fails here.
 */
import { writeFileSync } from 'node:fs';
import { textOf } from '@zapomni/testkit/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolGroups } from '../packages/mcp/src/tools/index.ts';
import { openGround, type Ground } from './paper-options/ground.ts';
import { ended, settled } from './paper-options/looks.ts';
import type { Args, Pair } from './paper-options/pair.ts';
import { PAIRS } from './paper-options/pairs.ts';
import { SEEN, UNSEEN } from './paper-options/seen.ts';
import { IN_WORKSPACE, REFUSED, SAME } from './paper-options/exceptions.ts';

const TOOLS = [...new Set([...toolGroups.papers, ...toolGroups.research, ...toolGroups.collection])];
const optionsOf = (tool: (typeof TOOLS)[number]): string[] => Object.keys(tool.input.shape);

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
  writeFileSync(ground.pdf('one.bib'), '@misc{filed, title = {Filed}}');
  writeFileSync(ground.pdf('two.ris'), 'TY  - BOOK\nTI  - Ristled\nER  - \n');
});
afterAll(() => ground.close());

async function resolved(value: unknown): Promise<unknown> {
  return typeof value === 'function' ? (value as (given: Ground) => unknown)(ground) : value;
}

async function resolvedAll(args: Args): Promise<Args> {
  const entries = Object.entries(args).map(async ([name, value]) => [name, await resolved(value)] as const);
  return Object.fromEntries((await Promise.all(entries)).filter(([, value]) => value !== undefined));
}

interface Outcome {
  readonly isRefused: boolean;
  readonly seen: string;
}

async function outcomeOf(tool: string, args: Args, look: Pair[3], value: unknown): Promise<Outcome> {
  const answer = await ground.zapomni.raw(tool, args);
  if (answer.isError) return { isRefused: true, seen: textOf(answer) };
  const seen = look ? await look(answer.structuredContent, ground, value) : answer.structuredContent;
  return { isRefused: false, seen: plain(JSON.stringify(seen) ?? '') };
}

/** Without what is another each time: ids, names of backups, times. */
function plain(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.-]+Z?/g, 'TIME')
    .replaceAll(/(zapomni-(?:part-)?)\d[\w-]*/g, '$1')
    .replaceAll(/"[a-z0-9_]*(?:_ms|_at)":[^,}]+/g, '""');
}

async function run(tool: string, option: string, [one, other, more, look]: Pair): Promise<[Outcome, Outcome]> {
  const outcomes: Outcome[] = [];
  for (const given of [one, other]) {
    const base = (await resolved(PAIRS[tool]?.base ?? {})) as Args;
    const value = await resolved(given);
    const args = await resolvedAll({ ...base, ...more, [option]: value });
    outcomes.push(await outcomeOf(tool, args, look, value));
  }
  return outcomes as [Outcome, Outcome];
}

describe.each(TOOLS.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  const options = optionsOf(tool).filter((option) => option !== 'workspace_id');

  it('has a pair for each of its options', () => {
    const excused = Object.keys(SAME[name] ?? {});
    expect([...Object.keys(PAIRS[name]?.pairs ?? {}), ...excused].toSorted()).toEqual(options.toSorted());
  });

  it.each(Object.entries(PAIRS[name]?.pairs ?? {}))('comes out otherwise by %s', async (option, pair) => {
    const [one, other] = await run(name, option, pair);
    expect(one.seen).not.toBe(other.seen);
    expect([one, other].filter(({ isRefused }) => isRefused).map(({ seen }) => seen.slice(0, 300))).toHaveLength(
      REFUSED.has(`${name}.${option}`) ? 1 : 0,
    );
  });
});

describe('a workspace', () => {
  const takers = TOOLS.filter((tool) => optionsOf(tool).includes('workspace_id')).map(({ name }) => name);

  it.each(takers)('is another one to %s', async (tool) => {
    const { base = {}, pairs } = PAIRS[tool] ?? { pairs: {} };
    const [option, pair] = IN_WORKSPACE[tool] ? [] : (Object.entries(pairs)[0] ?? []);
    const first = option && pair ? { [option]: pair[0], ...pair[2] } : IN_WORKSPACE[tool];
    const seen: string[] = [];
    for (const workspace_id of ['other', 'default']) {
      const args = await resolvedAll({ ...((await resolved(base)) as Args), ...first, workspace_id });
      const look = tool === 'batch_process_pdfs' ? ended('added') : pair?.[3];
      const outcome = await outcomeOf(tool, args, look, pair?.[0]);
      // What a tool has changed is seen by another one.
      seen.push(outcome.seen + plain(JSON.stringify(await ground.zapomni.call('collection_stats'))));
    }
    expect(seen[0]).not.toBe(seen[1]);
  });
});

describe('a change', () => {
  const writers = TOOLS.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name);

  it('has somebody who sees it, of every tool that writes', () => {
    expect([...Object.keys(SEEN), ...Object.keys(UNSEEN)].toSorted()).toEqual(writers.toSorted());
  });

  it.each(Object.entries(SEEN))('by %s is seen by another tool', async (tool, [args, by, byArgs]) => {
    const look = async () => {
      const seen = await ground.zapomni.raw(by, await resolvedAll(byArgs));
      return plain(JSON.stringify([seen.isError, seen.content]));
    };
    const given = await resolvedAll(args);
    const before = await look();
    expect(by).not.toBe(tool);
    await settled(ground, await ground.zapomni.call(tool, given));
    expect(await look()).not.toBe(before);
  });
});
