import type { ToolFile } from '../gen/tool-files.ts';

const NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const LONGEST = 64;

/** Reads `memory/pin_memory` as a new tool. Throws with what to write instead when it cannot become one. */
export function parseToolName(argument: string | undefined, existing: readonly ToolFile[]): ToolFile {
  const [group = '', name = '', ...rest] = (argument ?? '').split('/');
  if (rest.length > 0 || !NAME.test(group) || !NAME.test(name) || name.length > LONGEST) {
    throw new Error('Write the group and the name in lower case with underscores: npm run new:tool memory/pin_memory');
  }
  const file = name.replaceAll('_', '-');
  const taken = existing.find((tool) => tool.file === file);
  if (taken) throw new Error(`The tool ${name} exists already, in the group ${taken.group}. Choose another name.`);
  return { group: group.replaceAll('_', '-'), file };
}
