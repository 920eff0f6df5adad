import type { CommandFile } from '../gen/command-files.ts';

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const LONGEST = 32;
/** Words that the command line keeps for itself. */
const TAKEN = new Set(['help', 'settings']);

/** Reads `memory/pin` as a new command. Throws with what to write instead when it cannot become one. */
export function parseCommandName(argument: string | undefined, existing: readonly CommandFile[]): CommandFile {
  const [group = '', file = '', ...rest] = (argument ?? '').split('/');
  if (rest.length > 0 || !NAME.test(group) || !NAME.test(file) || file.length > LONGEST) {
    throw new Error('Write the group and the name in lower case with dashes: npm run new:command memory/pin');
  }
  if (TAKEN.has(file)) throw new Error(`${file} is a word of the command line itself. Choose another name.`);
  const taken = existing.find((command) => command.file === file);
  if (taken) throw new Error(`The command ${file} exists already, in the group ${taken.group}. Choose another name.`);
  return { group, file };
}
