/** Goes through the clients one by one: shows, asks, writes, and says what is left to do. */
import { harmless } from '../output/harmless.ts';
import type { Terminal } from '../output/terminal.ts';
import type { Connection, RulesFile } from './clients/client.ts';
import type { Place } from './clients/place.ts';
import {
  blockFor,
  connect,
  disconnect,
  isFound,
  previewConnect,
  previewRemove,
  whyNot,
  type Change,
  type Standing,
} from './connect.ts';
import {
  hasHooks,
  hookBlock,
  hooksOf,
  previewHooks,
  previewNoHooks,
  removeHooks,
  writeHooks,
} from './hooks/set-hooks.ts';
import { previewRules, removeRules, writeRules } from './rules.ts';
import { renderChange } from './show.ts';
import { removeSkill, skillOf } from './skill.ts';

export interface Asked {
  readonly place: Place;
  readonly terminal: Terminal;
  readonly connection: Connection;
  readonly rules: boolean;
  /** The command that clients are to run at their events; null for none. */
  readonly hooks: string | null;
  /** Clients were named: one that is not here is a failure then. */
  readonly isNamed: boolean;
  /** Show only. */
  readonly isDry: boolean;
  mayWrite(question: string): Promise<boolean>;
}

export interface Outcome {
  readonly client: string;
  readonly result: 'written' | 'there' | 'shown' | 'declined' | 'impossible' | 'absent' | 'failed';
}

export async function setUp(standings: readonly Standing[], asked: Asked): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const standing of standings) outcomes.push(await one(standing, asked, () => setUpOne(standing, asked)));
  return outcomes;
}

export async function takeOff(standings: readonly Standing[], asked: Asked): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const standing of standings) outcomes.push(await one(standing, asked, () => takeOffOne(standing, asked)));
  return outcomes;
}

async function one(standing: Standing, asked: Asked, work: () => Promise<Outcome['result']>): Promise<Outcome> {
  const { client, file } = standing;
  const { print, paint } = asked.terminal;
  print(`${paint('bold', client.title)}  ${paint('dim', harmless(file))}`);
  try {
    return { client: client.id, result: await work() };
  } catch (error) {
    await leftAlone(standing, asked, whyNot(error));
    return { client: client.id, result: 'failed' };
  }
}

async function setUpOne(standing: Standing, asked: Asked): Promise<Outcome['result']> {
  const result = await connectOne(standing, asked);
  const isConnected = result === 'written' || result === 'there';
  if (asked.rules && isConnected) await tellRules(standing, asked);
  if (asked.hooks !== null && (isConnected || result === 'shown')) await setHooks(standing, asked, asked.hooks);
  return result;
}

async function connectOne(standing: Standing, asked: Asked): Promise<Outcome['result']> {
  const { client, state, why } = standing;
  const { terminal, place } = asked;
  const connection = asked.hooks === null ? asked.connection : sharing(asked.connection);
  if (state === 'unusable') {
    await leftAlone(standing, asked, why ?? '');
    return 'failed';
  }
  // Its folder is never made: a client would take it for one of its own.
  if (standing.scope === 'user' && !isFound(client, place)) {
    await leftAlone(standing, asked, 'it is not here: none of its folders is.');
    return asked.isNamed ? 'failed' : 'absent';
  }
  const change = await previewConnect(standing, connection, place);
  if (!change) {
    terminal.note('  It takes servers that it starts itself only: leave --http out.');
    return 'impossible';
  }
  return changing(change, asked, {
    same: '  Connected already.',
    question: state === 'other' ? '  Another server has our name here. Put ours in its place?' : '  Connect?',
    write: () => connect(standing, connection, place),
    done: `  Connected. ${client.afterwards}`,
  });
}

async function takeOffOne(standing: Standing, asked: Asked): Promise<Outcome['result']> {
  const { client, state } = standing;
  const rules = client.rules?.(asked.place);
  if (state === 'unusable') {
    asked.terminal.note(`  Left alone: ${harmless(standing.why ?? '')}`);
    return 'failed';
  }
  if (rules && !asked.isDry && asked.place.exists(rules.file)) await removeRules(rules);
  if (!asked.isDry && standing.scope === 'user') await removeSkill(client, asked.place);
  await takeHooks(standing, asked);
  if (state !== 'ours') {
    asked.terminal.print(state === 'other' ? '  The server of that name is not ours; it stays.' : '  Not connected.');
    return 'there';
  }
  return changing(await previewRemove(standing), asked, {
    same: '  Not connected.',
    question: '  Take it off?',
    write: () => disconnect(standing),
    done: `  Taken off. ${client.afterwards}`,
  });
}

interface Words {
  readonly same: string;
  readonly question: string;
  readonly done: string;
  write(): Promise<Change>;
}

async function changing(
  change: Change,
  { terminal, isDry, mayWrite }: Asked,
  words: Words,
): Promise<Outcome['result']> {
  if (change.before === change.after) {
    terminal.print(words.same);
    return 'there';
  }
  terminal.print(renderChange(change, terminal));
  if (isDry) return 'shown';
  if (!(await mayWrite(words.question))) {
    terminal.print('  Left as it is.');
    return 'declined';
  }
  await words.write();
  terminal.print(`  ${terminal.paint('green', '✓')}${words.done.slice(1)}`);
  return 'written';
}

async function tellRules({ client }: Standing, asked: Asked): Promise<void> {
  const rules = client.rules?.(asked.place);
  const skill = skillOf(client, asked.place);
  if (!rules && !skill) return asked.terminal.note('  It reads no rules from a file that is known.');
  if (rules) await tellOne(rules, asked, 'rules for agents');
  if (skill) await tellOne(skill, asked, 'skill');
}

async function tellOne(file: RulesFile, asked: Asked, what: string): Promise<void> {
  asked.terminal.print(`  ${harmless(file.file)}`);
  await changing(await previewRules(file), asked, {
    same: `  The ${what}: there already.`,
    question: `  Add the ${what}?`,
    write: () => writeRules(file),
    done: `  Added: ${what}.`,
  });
}

async function setHooks({ client, scope }: Standing, asked: Asked, command: string): Promise<void> {
  const standing = scope === 'user' ? hooksOf(client, asked.place) : null;
  if (!standing) return asked.terminal.note('  It has no hooks that are known; it asks its memory itself.');
  asked.terminal.print(`  ${harmless(standing.file)}`);
  try {
    await changing(await previewHooks(standing, command), asked, {
      same: '  The hooks are there already.',
      question: '  Add these hooks, so that it knows without asking?',
      write: () => writeHooks(standing, command),
      done: `  Hooks added. ${standing.hooks.afterwards}`,
    });
  } catch (error) {
    const block = (await hookBlock(standing.hooks, command)).replaceAll(/^/gm, '    ');
    asked.terminal.note(
      `  Left alone: ${harmless(whyNot(error))}\n  To add them by hand, this belongs there:\n${block}`,
    );
  }
}

async function takeHooks({ client, scope }: Standing, asked: Asked): Promise<void> {
  const standing = scope === 'user' ? hooksOf(client, asked.place) : null;
  if (!standing || !(await hasHooks(standing))) return;
  asked.terminal.print(`  ${harmless(standing.file)}`);
  await changing(await previewNoHooks(standing), asked, {
    same: '  No hooks.',
    question: '  Take the hooks out?',
    write: () => removeHooks(standing),
    done: '  Hooks taken out.',
  });
}

/** Hooks ask a server that is there for all; the first client starts it, and each works in its project's workspace. */
function sharing(connection: Connection): Connection {
  if (connection.kind === 'http') return connection;
  return { ...connection, args: [...connection.args, '--share', 'background', '--projects', 'on'] };
}

/** With what a person can paste instead. */
async function leftAlone({ client }: Standing, { terminal, connection, place }: Asked, why: string): Promise<void> {
  terminal.note(`  Left alone: ${harmless(why)}`);
  const block = await blockFor(client, connection, place);
  if (block)
    terminal.note(`  To connect it by hand, this belongs there:\n${block.trimEnd().replaceAll(/^/gm, '    ')}`);
}
