/** Sessions of a client as Claude Code holds them: every line goes to a transcript, every event to a hook, and hooks are killed at any moment. */
import { once } from 'node:events';
import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as elapsed } from 'node:timers/promises';
import type { Ground } from './ground.ts';
import type { Toll } from './toll.ts';
import type { Words } from './words.ts';

const TURNS = 5;

export interface Chance {
  readonly random: () => number;
  /** How long a hook lives that nobody kills, in milliseconds. */
  readonly hookMs: number;
  /** Of the hooks, so many are killed. */
  readonly share: number;
}

export class Conversation {
  readonly #ground: Ground;
  readonly #words: Words;
  readonly #toll: Toll;
  #session = '';
  #turns = TURNS;
  /** The last summary, and the last line. */
  #last: string | null = null;
  #line: string | null = null;

  constructor(ground: Ground, words: Words, toll: Toll) {
    this.#ground = ground;
    this.#words = words;
    this.#toll = toll;
  }

  async turn(chance: Chance): Promise<void> {
    if (this.#turns >= TURNS) await this.#begin(chance);
    this.#turns += 1;
    const [user, answer] = [
      `We decided to call the ${this.#words.next()} room ${this.#words.next()}.`,
      `Still open: the ${this.#words.next()} door has no ${this.#words.next()} hinge.`,
    ];
    this.#write('user', user);
    await this.#event('UserPromptSubmit', { prompt: user }, chance);
    this.#write('assistant', answer);
    await this.#event('Stop', { stop_hook_active: false, last_assistant_message: answer }, chance);
    this.#toll.said.push(user, answer);
    if (this.#turns % 3 === 0) await this.#compact(chance);
  }

  async #begin(chance: Chance): Promise<void> {
    if (this.#last !== null) this.#toll.said.push(this.#last);
    [this.#session, this.#turns, this.#last, this.#line] = [crypto.randomUUID(), 0, null, null];
    await this.#event('SessionStart', { source: 'startup' }, chance);
  }

  /** Of a session's summaries only the last one holds. */
  async #compact(chance: Chance): Promise<void> {
    const summary = `So far rooms have names: ${this.#words.next()} and ${this.#words.next()}.`;
    if (this.#last !== null) this.#toll.replaced.push(this.#last);
    this.#last = summary;
    this.#write('user', summary, { isCompactSummary: true });
    await this.#event('PostCompact', { trigger: 'auto', compact_summary: summary }, chance);
  }

  /** To be called when nothing more is said. */
  end(): void {
    if (this.#last !== null) this.#toll.said.push(this.#last);
    this.#last = null;
  }

  #write(type: 'user' | 'assistant', words: string, more: object = {}): void {
    const folder = path.join(this.#ground.home, '.claude', 'projects', '-shop');
    mkdirSync(folder, { recursive: true });
    const content = type === 'user' ? words : [{ type: 'text', text: words }];
    const uuid = crypto.randomUUID();
    const line = {
      type,
      message: { role: type, content },
      uuid,
      parentUuid: this.#line,
      sessionId: this.#session,
      timestamp: new Date().toISOString(),
      cwd: this.#ground.project,
      ...more,
    };
    appendFileSync(path.join(folder, `${this.#session}.jsonl`), `${JSON.stringify(line)}\n`);
    this.#line = uuid;
  }

  async #event(hook_event_name: string, more: object, chance: Chance): Promise<void> {
    const child = this.#ground.startHook();
    const ended = once(child, 'close');
    child.stdout?.resume();
    const about = { session_id: this.#session, cwd: this.#ground.project, hook_event_name };
    child.stdin?.end(JSON.stringify({ ...about, ...more }));
    if (chance.random() < chance.share) {
      await Promise.race([elapsed(chance.random() * chance.hookMs, undefined, { ref: false }), ended]);
      child.kill('SIGKILL');
    }
    await ended;
    if (child.signalCode === 'SIGKILL') this.#toll.kills.hooks += 1;
    else if (child.exitCode !== 0) this.#toll.complaints.push(`a hook ended with ${child.exitCode}`);
  }
}
