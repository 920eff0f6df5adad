/** stdio, HTTP with and without sessions, and SSE out of one process at the same time: nobody hears what is not theirs. */
import path from 'node:path';
import { verifies } from '@zapomni/testkit/verifies';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { originFrom } from './listening.ts';
import { MatrixClient, WAYS, type Place, type Way } from './matrix-client.ts';
import { Wiretap } from './wiretap.ts';

const ROUNDS = 12;
const STEPS = 4;
const place: Place = { command: { args: [path.join(import.meta.dirname, 'matrix-server.ts')] }, origin: '' };
const overHttp = WAYS.filter(([, { route }]) => route !== 'stdio');
/** The one that finds out starts a second process to do so, which the others would not be in. */
const overStdio = WAYS.filter(([, { route, generation }]) => route === 'stdio' && generation !== 'v2 auto');

interface Member {
  readonly label: string;
  readonly client: MatrixClient;
  readonly tap: Wiretap | undefined;
}

let members: Member[] = [];
afterEach(async () => {
  // The first has started the process, and takes it along.
  for (const { client } of members.toReversed()) await client.close();
  members = [];
});

/** Two of each way over HTTP and SSE, on the process that a stdio client has started. */
async function gather(stdio: Way): Promise<Member[]> {
  const first = await MatrixClient.open(stdio, place);
  members.push({ label: 'stdio', client: first, tap: undefined });
  const origin = await originFrom(first.transport.stderr as NodeJS.ReadableStream);
  for (const [name, way] of [...overHttp, ...overHttp]) {
    const tap = new Wiretap();
    const client = await MatrixClient.open(way, { ...place, origin, fetch: tap.fetch });
    const isSse = way.route === 'sse';
    members.push({ label: `${name} ${members.length}`, client, tap: isSse ? undefined : tap });
  }
  return members;
}

/** Calls with and without progress, reads and prompts, all at once; each answer has to be this member's. */
async function talk({ label, client }: Member): Promise<void> {
  const round = async (n: number) => {
    const said = `${label} / ${n}`;
    const answers = await Promise.all([
      client.text('echo', { text: said }),
      client.text('steps', { label: said, count: STEPS }, { onprogress: () => undefined }),
      client.read(`note://${encodeURIComponent(said)}`),
      client.prompt('greet', { who: said }),
      client.call('touch', { id: encodeURIComponent(label) }),
    ]);
    expect(answers.slice(0, 4)).toEqual([`echo: ${said}`, said, `note ${said}`, `Hello, ${said}`]);
  };
  await Promise.all(Array.from({ length: ROUNDS }, (_, n) => round(n)));
}

/**
 * The labels of the progress that came over the wire, in order, and only while the request was unanswered. Read off the
 * wire: both SDKs drop progress that comes in one piece with the answer, as it does when this process is busy.
 */
function progressOf({ client }: Member): string[] {
  const answered = new Set<unknown>();
  return client.received.flatMap(({ id, method, params }) => {
    if (method === undefined) answered.add(id);
    if (method !== 'notifications/progress') return [];
    return [answered.has(params?.['progressToken']) ? 'too late' : String(params?.['message'])];
  });
}

function expectedProgress({ label }: Member): string[] {
  return Array.from({ length: ROUNDS }, (_, n) => Array<string>(STEPS).fill(`${label} / ${n}`)).flat();
}

describe.each(overStdio)('%s, and everyone else in the same process', (_name, stdio) => {
  it('gets its own answers, its own progress and its own updates, each on the stream where it belongs', async () => {
    verifies('R236', 'R237', 'R247');
    await gather(stdio);
    for (const { label, client } of members) await client.subscribe(`note://${encodeURIComponent(label)}`);
    await Promise.all(members.map(talk));
    for (const member of members) {
      const { label, client, tap } = member;
      const own = `note://${encodeURIComponent(label)}`;
      await vi.waitFor(() => expect(client.updates.length, label).toBe(ROUNDS), { timeout: 50_000 });
      expect(new Set(client.updates)).toEqual(new Set([own]));
      expect(client.heard.map(({ method }) => method)).toEqual(
        client.updates.map(() => 'notifications/resources/updated'),
      );
      expect(progressOf(member).toSorted()).toEqual(expectedProgress(member).toSorted());
      expect(client.errors, label).toEqual([]);
      expect(tap?.astray ?? []).toEqual([]);
    }
    const seen = members.flatMap(({ tap }) => tap?.exchanges ?? []);
    expect(seen.filter(({ asked }) => asked?.method === 'tools/call').length).toBe(8 * ROUNDS * 3);
  });
});
