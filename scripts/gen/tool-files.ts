/** The tools as they lie in the folders of packages/mcp: a folder is a group, a file is a tool. */
import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ZapomniTool } from '@zapomni/mcp';

export const TOOLS_FOLDER = 'packages/mcp/src/tools';

export interface ToolFile {
  readonly group: string;
  /** `add-memory`, without the ending. */
  readonly file: string;
}

export interface LoadedTool extends ToolFile {
  readonly tool: ZapomniTool;
}

/** In the order of group and file name; the tools of other servers come last. */
export function findToolFiles(root: string): ToolFile[] {
  const files = globSync('*/*.ts', { cwd: path.join(root, TOOLS_FOLDER) }).filter((file) => !file.endsWith('.test.ts'));
  const isForeign = (file: string) => Number(file.startsWith('compat-'));
  return files
    .toSorted((a, b) => isForeign(a) - isForeign(b) || (a < b ? -1 : 1))
    .map((file) => ({ group: path.dirname(file), file: path.basename(file, '.ts') }));
}

/** Loads every tool; fails for a file whose name and tool do not match. */
export async function loadTools(root: string): Promise<LoadedTool[]> {
  return Promise.all(findToolFiles(root).map((entry) => loadTool(root, entry)));
}

async function loadTool(root: string, { group, file }: ToolFile): Promise<LoadedTool> {
  const source = `${TOOLS_FOLDER}/${group}/${file}.ts`;
  const module = (await import(pathToFileURL(path.join(root, source)).href)) as { default?: ZapomniTool };
  const tool = module.default;
  if (!tool) throw new Error(`${source} has no default export; export the tool by default.`);
  if (tool.name !== toToolName(file)) {
    throw new Error(`${source} holds the tool ${tool.name}; name the file ${tool.name.replaceAll('_', '-')}.ts.`);
  }
  return { group, file, tool };
}

export const toToolName = (file: string) => file.replaceAll('-', '_');
