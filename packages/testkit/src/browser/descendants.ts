/** Processes that this one or another started, and what those started, as Linux tells it. Names and numbers of all that are alive. */
import { readdirSync, readFileSync } from 'node:fs';

export const CAN_LIST_PROCESSES = process.platform === 'linux';

export function descendantsOf(pid: number): number[] {
  const parents = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const facts = factsOf(Number(name));
    if (facts) parents.set(facts.parent, [...(parents.get(facts.parent) ?? []), Number(name)]);
  }
  const below = (one: number): number[] => (parents.get(one) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(pid);
}

/** Not one that has ended and waits to be buried. */
export function isRunning(pid: number): boolean {
  const facts = factsOf(pid);
  return facts !== null && facts.state !== 'Z' && facts.state !== 'X';
}

function factsOf(pid: number): { readonly parent: number; readonly state: string } | null {
  try {
    const [state = '', parent = ''] = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return null;
  }
}
