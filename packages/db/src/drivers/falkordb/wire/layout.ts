/**
 * Who holds what. A single server, or a primary with replicas: whoever says that it is the primary takes the writes. A
 * sentinel knows its primary. A cluster has a table of slots.
 */
import type { NodeAddress } from './connection.ts';
import { modeIn, primaryIn, readInfo, replicasIn, type ServerInfo } from './info.ts';
import { slotOf } from './key-slot.ts';
import type { Reply } from './reply-parser.ts';

export interface Layout {
  readonly mode: 'single' | 'sentinel' | 'cluster';
  /** Takes the writes of a key; undefined when nobody is known to. */
  primaryOf(key: string): NodeAddress | undefined;
  replicasOf(key: string): readonly NodeAddress[];
  readonly primaries: readonly NodeAddress[];
  /** All of them, primaries first. */
  readonly nodes: readonly NodeAddress[];
}

/** Asks one server one command. Rejects when it cannot be reached. */
export type Ask = (address: NodeAddress, args: readonly string[]) => Promise<Reply>;

interface Answer {
  readonly address: NodeAddress;
  readonly info: ServerInfo;
}

/**
 * The layout as those of the servers tell it that can be reached; rejects with the first one's failure when none can.
 * `master` names the primary among those that a sentinel watches; it may be left out when there is only one.
 */
export async function discoverLayout(known: readonly NodeAddress[], ask: Ask, master?: string): Promise<Layout> {
  const outcomes = await Promise.allSettled(known.map((address) => askInfo(address, ask)));
  const answers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const [first] = answers;
  if (!first) throw (outcomes[0] as PromiseRejectedResult).reason;
  const mode = modeIn(first.info);
  if (mode === 'cluster') return readSlots(await ask(first.address, ['CLUSTER', 'SLOTS']), first.address);
  if (mode === 'sentinel') return askSentinel(first.address, ask, master);
  return ofSingles(answers, await askStrangers(answers, ask));
}

async function askInfo(address: NodeAddress, ask: Ask): Promise<Answer> {
  return { address, info: readInfo(await ask(address, ['INFO'])) };
}

/** Whom the known ones name as their primary or their replicas, as far as these answer. */
async function askStrangers(answers: readonly Answer[], ask: Ask): Promise<Answer[]> {
  const met = new Set(answers.map(({ address }) => nameOf(address)));
  const named = answers.flatMap(({ info }) => [...replicasIn(info), primaryIn(info) ?? []].flat());
  const strangers = named.filter((address) => !met.has(nameOf(address)) && met.add(nameOf(address)));
  const outcomes = await Promise.allSettled(strangers.map((address) => askInfo(address, ask)));
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
}

function ofSingles(known: readonly Answer[], strangers: readonly Answer[]): Layout {
  const all = [...known, ...strangers];
  const primary = all.find(({ info }) => info.get('role') === 'master')?.address;
  const replicas = all.filter(({ info }) => info.get('role') === 'slave').map(({ address }) => address);
  return fixed('single', primary, replicas);
}

function fixed(mode: Layout['mode'], primary: NodeAddress | undefined, replicas: readonly NodeAddress[]): Layout {
  const primaries = primary ? [primary] : [];
  return {
    mode,
    primaryOf: () => primary,
    replicasOf: () => replicas,
    primaries,
    nodes: [...primaries, ...replicas],
  };
}

async function askSentinel(sentinel: NodeAddress, ask: Ask, master?: string): Promise<Layout> {
  const watched = toRecords(await ask(sentinel, ['SENTINEL', 'MASTERS']));
  const primary = master === undefined ? watched[0] : watched.find((one) => one.get('name') === master);
  if (!primary || (master === undefined && watched.length > 1)) return fixed('sentinel', undefined, []);
  const replicas = toRecords(await ask(sentinel, ['SENTINEL', 'REPLICAS', primary.get('name') ?? '']));
  return fixed('sentinel', toAddress(primary), replicas.map(toAddress));
}

function toAddress(record: ReadonlyMap<string, string>): NodeAddress {
  return { host: record.get('ip') ?? '', port: Number(record.get('port')) };
}

function toRecords(reply: Reply): Map<string, string>[] {
  const lists = Array.isArray(reply) ? reply : [];
  return lists.map((list) => {
    const parts = Array.isArray(list) ? list.map(String) : [];
    return new Map(parts.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, parts[i + 1] ?? '']] : [])));
  });
}

/** Each row: from slot, to slot, the primary, its replicas; a server that does not know its own address leaves it empty. */
function readSlots(reply: Reply, asked: NodeAddress): Layout {
  const bySlot: (readonly NodeAddress[])[] = [];
  const primaries = new Map<string, NodeAddress>();
  const nodes = new Map<string, NodeAddress>();
  for (const row of (Array.isArray(reply) ? reply : []) as Reply[][]) {
    const [from = 0, to = -1, ...holders] = row as [number, number, ...Reply[][]];
    const addresses = holders.map(([host, port]) => ({
      host: typeof host === 'string' && host !== '' ? host : asked.host,
      port: Number(port),
    }));
    for (const address of addresses.slice(0, 1)) primaries.set(nameOf(address), address);
    for (const address of addresses) nodes.set(nameOf(address), address);
    for (let slot = from; slot <= to; slot++) bySlot[slot] = addresses;
  }
  return {
    mode: 'cluster',
    primaryOf: (key) => bySlot[slotOf(key)]?.[0],
    replicasOf: (key) => bySlot[slotOf(key)]?.slice(1) ?? [],
    primaries: [...primaries.values()],
    nodes: [...new Map([...primaries, ...nodes]).values()],
  };
}

export function nameOf({ host, port }: NodeAddress): string {
  return `${host}:${port}`;
}
