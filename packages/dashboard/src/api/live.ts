/**
 * What changes, as it changes: one stream for the tab, read by fetch because a stream of the browser's own cannot send a
 * token. It comes back by itself and says where it stopped; while it is away the page says so.
 */
import { signal } from '@preact/signals';
import type { ShownChange } from '@zapomni/api';
import { seen, whenUnseen } from './seen.ts';
import { signOut, token } from './session.ts';

export type Connection = 'connecting' | 'live' | 'away' | 'resting';
export const connection = signal<Connection>('connecting');
/** Grows with every change of a kind; screens that show such things look again. */
export const changed = {
  memory: signal(0),
  workspace: signal(0),
  graph: signal(0),
  work: signal(0),
  record: signal(0),
  /** The same as of memories, for what costs the server much to count. */
  growth: signal(0),
};
type Changed = keyof typeof changed;

/** Screens look again no more often: whoever stores a thousand memories must not be asked a thousand times what there is. */
const PAUSE_MS: Readonly<Record<Changed, number>> = {
  memory: 1000,
  workspace: 1000,
  graph: 2000,
  work: 1000,
  record: 1000,
  growth: 30_000,
};
/** Those that pause, and whether something came meanwhile. */
const pausing = new Map<Changed, boolean>();
/** The latest first, for the feed. */
export const recent = signal<readonly ShownChange[]>([]);

const MOST_RECENT = 50;
const LONGEST_WAIT_MS = 15_000;
/** A page that nobody has looked at for so long lets go of its stream, and takes it up where it was when somebody does. */
const REST_MS = 300_000;

export function followChanges(stop: AbortSignal): void {
  void (async () => {
    let lastId: string | undefined;
    for (let wait = 500; !stop.aborted && token.value !== null; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      await seen(stop);
      const unseenForLong = whenUnseen(REST_MS);
      try {
        for await (const event of read(AbortSignal.any([stop, unseenForLong.signal]), lastId)) {
          lastId = event.id ?? lastId;
          wait = 500;
          take(event.kind, event.data);
        }
      } catch {
        // Whatever it was: it is tried again.
      }
      unseenForLong.forget();
      if (stop.aborted) return;
      connection.value = unseenForLong.signal.aborted ? 'resting' : 'away';
      if (unseenForLong.signal.aborted) continue;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  })();
}

interface StreamEvent {
  readonly kind: string;
  readonly id: string | undefined;
  readonly data: string;
}

async function* read(stop: AbortSignal, lastId: string | undefined): AsyncGenerator<StreamEvent> {
  const headers: Record<string, string> = { authorization: `Bearer ${token.value ?? ''}` };
  if (lastId !== undefined) headers['last-event-id'] = lastId;
  const response = await fetch('/api/events', { headers, signal: stop, credentials: 'omit' });
  if (response.status === 401) signOut();
  if (!response.ok || response.body === null) throw new Error(String(response.status));
  connection.value = 'live';
  let rest = '';
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = `${rest}${piece}`.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parse(block);
      if (event) yield event;
    }
  }
}

function parse(block: string): StreamEvent | undefined {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trimStart()]),
  );
  const kind = fields.get('event');
  return kind === undefined ? undefined : { kind, id: fields.get('id'), data: fields.get('data') ?? '' };
}

function take(kind: string, data: string): void {
  if (kind === 'reset') for (const name of Object.keys(changed)) note(name as Changed);
  if (kind !== 'changes') return;
  const { changes } = JSON.parse(data) as { changes: readonly ShownChange[] };
  recent.value = [...changes.toReversed(), ...recent.value].slice(0, MOST_RECENT);
  const kinds = new Set(changes.map((change) => change.kind.slice(0, change.kind.indexOf('.'))));
  if (kinds.has('workspace')) note('workspace');
  if (kinds.has('memory') || kinds.has('workspace')) {
    note('memory');
    note('growth');
  }
  if (kinds.has('graph') || kinds.has('memory')) note('graph');
  if (kinds.has('work')) note('work');
  if (kinds.has('record')) note('record');
}

/** What changed while nobody looked. */
const unseen = new Set<Changed>();
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') return;
  const names = [...unseen];
  unseen.clear();
  for (const name of names) note(name);
});

/** At once, and once more after the pause if something else came in it. A page that nobody sees asks nothing. */
function note(name: Changed): void {
  if (document.visibilityState === 'hidden') return void unseen.add(name);
  if (pausing.has(name)) return void pausing.set(name, true);
  changed[name].value += 1;
  pausing.set(name, false);
  setTimeout(() => {
    const isDue = pausing.get(name);
    pausing.delete(name);
    if (isDue) note(name);
  }, PAUSE_MS[name]);
}
