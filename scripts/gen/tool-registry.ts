import type { ToolFile } from './tool-files.ts';

const NOTE = '// Written by `npm run gen` from the folders beside it.';

/** packages/mcp/src/tools/index.ts: all groups, for whoever looks at every tool. */
export function renderToolRegistry(files: readonly ToolFile[]): string {
  requireDistinct(files);
  const groups = groupsOf(files);
  return [
    NOTE,
    "import type { ZapomniTool } from '../define-tool.ts';",
    ...groups.map((group) => `import ${toIdentifier(group)} from './${group}.ts';`),
    '',
    'export const toolGroups = {',
    ...groups.map((group) => `${toKey(group)}: ${toIdentifier(group)},`),
    '} satisfies Record<string, readonly ZapomniTool[]>;',
    '',
  ].join('\n');
}

/** packages/mcp/src/tools/loaders.ts: the same by name, so that a server loads the groups that it shows and no others. */
export function renderToolLoaders(files: readonly ToolFile[]): string {
  return [
    NOTE,
    "import type { ZapomniTool } from '../define-tool.ts';",
    '',
    'type Load = () => Promise<{ readonly default: readonly ZapomniTool[] }>;',
    '',
    'export const toolLoaders: Readonly<Record<string, Load>> = {',
    ...groupsOf(files).map((group) => `${toKey(group)}: () => import('./${group}.ts'),`),
    '};',
    '',
  ].join('\n');
}

export interface ToolGroup {
  readonly group: string;
  readonly text: string;
}

/** packages/mcp/src/tools/<group>.ts: static imports, so that bundling and go-to-definition see every tool. */
export function renderToolGroups(files: readonly ToolFile[]): ToolGroup[] {
  return groupsOf(files).map((group) => {
    const members = files.filter((file) => file.group === group);
    const text = [
      NOTE,
      "import type { ZapomniTool } from '../define-tool.ts';",
      ...members.map(({ file }) => `import ${toIdentifier(file)} from './${group}/${file}.ts';`),
      '',
      `export default [${members.map(({ file }) => toIdentifier(file))}] satisfies readonly ZapomniTool[];`,
      '',
    ].join('\n');
    return { group, text };
  });
}

const groupsOf = (files: readonly ToolFile[]): string[] => [...new Set(files.map(({ group }) => group))];

const toIdentifier = (file: string) => file.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const toKey = (group: string) => (/^[a-z_]+$/.test(group) ? group : `'${group}'`);

function requireDistinct(files: readonly ToolFile[]): void {
  for (const [file, same] of Map.groupBy(files, (entry) => entry.file)) {
    if (same.length === 1) continue;
    throw new Error(`The tool ${file} is in several groups: ${same.map(({ group }) => group).join(', ')}. Keep one.`);
  }
}
