/**
 * Clients at work, and everything around them killed at moments that chance finds: hooks while they tell, bridges while memories go through them, the
 * server under all of them, commands. Afterwards: is everything there that was acknowledged, once, and is nobody left?
 *
 *   conversations ─ hook ─┐                         transcripts ─ capture read ─┐
 *   clients ─── bridge ───┴─▶ server of the folder ─▶ store ◀──────────────────┘
 */
import { once } from 'node:events';
import { setTimeout as elapsed } from 'node:timers/promises';
import { Bridge } from './bridge.ts';
import { Conversation, type Chance } from './conversation.ts';
import { Ground, killed, until } from './ground.ts';
import { compare, killsIn, newToll, textsIn, type Found, type Toll } from './toll.ts';
import { Words } from './words.ts';

export interface KillsRequest {
  /** The command, built or from source. */
  readonly script: string;
  readonly kills: number;
  readonly random: () => number;
}

export interface KillsResult extends Found {
  readonly toll: Toll;
  readonly rounds: number;
  /** Sentences that were there before transcripts were read: what hooks alone have kept. */
  readonly keptByHooks: number;
  /** Processes and files that nobody should find any more. */
  readonly processes: readonly string[];
  readonly files: readonly string[];
}

const CONVERSATIONS = 4;
const HOOKS_KILLED = 0.6;
const LOG = ['hook', 'log'];
const READ = ['capture', 'read', '--client', 'claude-code', '--yes'];
const CALM = { random: () => 1, hookMs: 0, share: 0 } as const;

export async function killEverything({ script, kills, random }: KillsRequest): Promise<KillsResult> {
  const ground = new Ground(script);
  try {
    const field = new Field(ground, random);
    const lives = await field.prepare();
    let rounds = 0;
    for (; killsIn(field.toll) < kills; rounds++) await field.round(lives);
    return { ...(await field.settle()), rounds };
  } finally {
    for (const { pid } of ground.processes()) killed(pid);
    ground.remove();
  }
}

/** How long each lives that nobody kills, in milliseconds. */
interface Lives {
  readonly hookMs: number;
  readonly bridgeMs: number;
}

class Field {
  readonly toll = newToll();
  readonly #ground: Ground;
  readonly #random: () => number;
  readonly #words = new Words();
  readonly #conversations: readonly Conversation[];

  constructor(ground: Ground, random: () => number) {
    this.#ground = ground;
    this.#random = random;
    this.#conversations = Array.from({ length: CONVERSATIONS }, () => new Conversation(ground, this.#words, this.toll));
  }

  async prepare(): Promise<Lives> {
    const setup = await this.#ground.run('setup', '--hooks', '--client', 'claude-code', '--yes', '--no-verify');
    if (setup.status !== 0) throw new Error(setup.stderr);
    await this.#ask('serve', '--background');
    const bridgeMs = await this.#timed(() => this.#useBridge(2));
    // Three events make a turn of a session that begins.
    const hookMs = (await this.#timed(() => this.#conversations[0]?.turn(CALM))) / 3;
    return { hookMs, bridgeMs };
  }

  async #timed(work: () => Promise<void> | undefined): Promise<number> {
    const begun = performance.now();
    await work();
    return performance.now() - begun;
  }

  /** All at the same time; each ends by itself or is killed. */
  async round({ hookMs, bridgeMs }: Lives): Promise<void> {
    const chance: Chance = { random: this.#random, hookMs, share: HOOKS_KILLED };
    await Promise.all([
      ...this.#conversations.map((conversation) => conversation.turn(chance)),
      this.#useBridge(3),
      this.#loseBridge(this.#random() * bridgeMs),
      this.#loseBridge(this.#random() * bridgeMs),
      this.#random() < 0.5 ? this.#loseServer(this.#random() * bridgeMs) : undefined,
      this.#loseCommand(this.#random() * 2 * bridgeMs),
    ]);
  }

  async #useBridge(additions: number): Promise<void> {
    const bridge = new Bridge(this.#ground, this.#words, this.toll);
    if (!(await bridge.greet())) this.toll.complaints.push('a bridge has gone by itself');
    for (let i = 0; i < additions; i++) await bridge.addTwo();
    await bridge.leave();
  }

  /** It adds until its end comes. */
  async #loseBridge(afterMs: number): Promise<void> {
    const bridge = new Bridge(this.#ground, this.#words, this.toll);
    const adding = (async () => {
      if (await bridge.greet()) while (await bridge.addTwo());
    })();
    await elapsed(afterMs);
    await bridge.kill();
    await adding;
  }

  async #loseServer(afterMs: number): Promise<void> {
    await elapsed(afterMs);
    for (const pid of this.#ground.servers()) if (killed(pid)) this.toll.kills.servers += 1;
  }

  /** One that looks at what hooks have given, or reads sessions that still go on, while the server captures the same turns. */
  async #loseCommand(afterMs: number): Promise<void> {
    const child = this.#ground.start(this.#random() < 0.25 ? LOG : READ);
    const ended = once(child, 'close');
    child.stdout?.resume();
    await Promise.race([elapsed(afterMs, undefined, { ref: false }), ended]);
    child.kill('SIGKILL');
    await ended;
    if (child.signalCode === 'SIGKILL') this.toll.kills.commands += 1;
  }

  /** What waits is captured, transcripts are read, the server is told to end: then one looks. */
  async settle(): Promise<Omit<KillsResult, 'rounds'>> {
    const ground = this.#ground;
    for (const conversation of this.#conversations) conversation.end();
    // What was killed may have left a lock, a socket or a draft; whoever starts next clears it away.
    await this.#ask('stop');
    await this.#ask('serve', '--background');
    await until(
      async () => (JSON.parse(await this.#ask('capture', 'status', '--json')) as { waiting: number }).waiting === 0,
    );
    const byHooks = await textsIn(ground);
    await this.#ask(...READ);
    const there = await textsIn(ground);
    await this.#ask('verify');
    await this.#ask('stop');
    await until(() => ground.servers().length === 0);
    return {
      toll: this.toll,
      ...compare(this.toll, there),
      keptByHooks: this.toll.said.filter((text) => byHooks.has(text)).length,
      processes: ground.processes().map(({ words }) => words),
      files: ground.leftovers(),
    };
  }

  async #ask(...args: string[]): Promise<string> {
    const { status, stdout, stderr } = await this.#ground.run(...args);
    if (status !== 0) this.toll.complaints.push(`zapomni ${args.join(' ')}: ${stdout}${stderr}`);
    return stdout;
  }
}
