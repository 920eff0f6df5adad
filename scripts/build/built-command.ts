/** The command as it is published, made from the sources as they are now: for whoever measures it or drives it. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
const MADE_FROM = ['packages', 'scripts/build', 'scripts/build.ts', 'package.json', 'package-lock.json'];

export const BUILT_COMMAND = path.join(root, 'dist/zapomni.js');

/** Builds dist/ where it is missing or older than a source. Another build than dist/ has to be there already. */
export function builtCommand(script: string = BUILT_COMMAND): string {
  const command = path.resolve(script);
  if (command === BUILT_COMMAND && isStale(command)) build();
  if (!existsSync(command)) throw new Error(`${script} is not there.`);
  return command;
}

function isStale(command: string): boolean {
  const builtAt = existsSync(command) ? statSync(command).mtimeMs : 0;
  return MADE_FROM.some((from) => newestIn(path.join(root, from)) > builtAt);
}

function newestIn(from: string): number {
  if (statSync(from).isFile()) return statSync(from).mtimeMs;
  let newest = 0;
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name.includes('.test.') || entry.isSymbolicLink()) continue;
    newest = Math.max(newest, newestIn(path.join(from, entry.name)));
  }
  return newest;
}

/** Its words go to stderr: what is measured goes to stdout. */
function build(): void {
  const { status } = spawnSync(process.execPath, [path.join(root, 'scripts/build.ts')], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error('`npm run build` failed.');
}
