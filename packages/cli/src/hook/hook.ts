/**
 * What clients run at their events, bundled into one file: no store, no model. It asks the server that runs, prints the
 * brief of the project where none does, and says nothing, with exit code 0, whenever anything is wrong: somebody waits.
 *
 *   stdin ─ event ─▶ door of the data folder ─ text ─▶ stdout
 *                       └ nobody, at a start ─ brief file ─┘
 */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { offFile } from '@zapomni/providers/capture-off';
import { projectRoot } from '@zapomni/providers/project-root';
import { defaultDataDir } from '../settings/data-dir.ts';
import { askServer } from './ask-server.ts';
import { readBrief } from './brief-file.ts';
import { isCaptured, readEvent, type HookCall } from './event.ts';
import { readInput } from './read-input.ts';

/** Of the whole. */
const DEADLINE_MS = 1000;
/** Of the server. */
const WAIT_MS = 700;

/** A copy that `zapomni setup` put into the data folder knows it by where it lies. */
function dataDir(): string {
  const folder = path.dirname(process.argv[1] ?? '');
  const above = path.dirname(folder);
  if (path.basename(folder) === 'hooks' && existsSync(path.join(above, 'hooks', 'hook.mjs'))) return above;
  const { env, platform } = process;
  return env['ZAPOMNI_DATA_DIR'] || defaultDataDir(env, { platform, home: homedir() });
}

async function textFor(call: HookCall): Promise<string> {
  const { answer: _answer, ...params } = call;
  const folder = dataDir();
  if (isCaptured(call.event) && existsSync(offFile(folder))) return '';
  try {
    const text = await askServer(folder, params, WAIT_MS);
    if (text !== undefined) return text;
  } catch {
    // Nobody has a door there.
  }
  return call.event === 'start' ? readBrief(folder, projectRoot(call.folder, homedir()), Date.now()) : '';
}

async function main(): Promise<void> {
  const { env } = process;
  if (env['ZAPOMNI_HOOKS'] === 'off') return;
  const call = readEvent(await readInput(process.stdin), { env, cwd: process.cwd() });
  if (call === null) return;
  const text = await textFor(call);
  if (text !== '') process.stdout.write(call.answer(text));
}

setTimeout(() => process.exit(0), DEADLINE_MS).unref();
process.stdout.on('error', () => process.exit(0));
await main().catch(() => undefined);
