import type { ToolFile } from './tool-files.ts';

/** packages/mcp/src/tools/index.ts: static imports, so that bundling and go-to-definition see every tool. */
export function renderToolRegistry(files: readonly ToolFile[]): string {
  const groups = Map.groupBy(files, ({ group }) => group);
  requireDistinct(files);
  return [
    '// Written by `npm run gen` from the folders beside it.',
    "import type { ZapomniTool } from '../define-tool.ts';",
    ...files.map(({ group, file }) => `import ${toIdentifier(file)} from './${group}/${file}.ts';`),
    '',
    'export const toolGroups = {',
    ...[...groups].map(([group, members]) => `${toKey(group)}: [${members.map(({ file }) => toIdentifier(file))}],`),
    '} satisfies Record<string, readonly ZapomniTool[]>;',
    '',
  ].join('\n');
}

const toIdentifier = (file: string) => file.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const toKey = (group: string) => (/^[a-z_]+$/.test(group) ? group : `'${group}'`);

function requireDistinct(files: readonly ToolFile[]): void {
  for (const [file, same] of Map.groupBy(files, (entry) => entry.file)) {
    if (same.length === 1) continue;
    throw new Error(`The tool ${file} is in several groups: ${same.map(({ group }) => group).join(', ')}. Keep one.`);
  }
}
