import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { configFields } from '@zapomni/core/config';
import { ERROR_POLICIES } from '@zapomni/core/errors';
import { prompts } from '@zapomni/mcp';
import { COMMANDS_FOLDER, findCommandFiles, loadCommands } from './command-files.ts';
import { renderCommandTable } from './command-table.ts';
import { renderConfigurationPage } from './configuration-page.ts';
import { renderErrorsPage } from './errors-page.ts';
import { generate } from './generate.ts';
import { table } from './markdown.ts';
import { schemaRows } from './schema-rows.ts';
import { renderServerJson } from './server-json.ts';
import { findStale, writeFiles } from './sync-files.ts';
import { loadTools, TOOLS_FOLDER } from './tool-files.ts';
import { renderToolGroups, renderToolLoaders, renderToolRegistry } from './tool-registry.ts';
import { renderToolsPage } from './tools-page.ts';

const repository = path.join(import.meta.dirname, '../..');

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'zapomni-gen-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('table', () => {
  it('escapes bars, joins lines and leaves out empty columns', () => {
    const lines = table(['A', 'B', 'C'], [['a|b', '', 'x\ny']]).split('\n');
    expect(lines).toEqual(['| A | C |', '| --- | --- |', '| a\\|b | x y |']);
  });
});

describe('schemaRows', () => {
  const rows = (shape: z.ZodRawShape) => schemaRows(z.toJSONSchema(z.strictObject(shape), { io: 'input' }));

  it.each([
    ['text with limits', z.string().min(1).max(9), { type: 'text', limits: '1–9 characters' }],
    ['whole number without bounds', z.number().int(), { type: 'whole number', limits: '' }],
    ['whole number with bounds', z.number().int().min(1).max(5), { type: 'whole number', limits: '1–5' }],
    ['number with one bound', z.number().min(0), { type: 'number', limits: '≥ 0' }],
    ['choice', z.enum(['a', 'b']), { type: '`"a"`, `"b"`' }],
    ['constant', z.literal('done'), { type: '`"done"`' }],
    ['nullable', z.string().nullable(), { type: 'text or null' }],
    ['list', z.array(z.boolean()).max(3), { type: 'list of true or false', limits: '≤ 3 items' }],
    ['id', z.uuid(), { type: 'UUID', limits: '' }],
    ['default', z.number().default(8), { type: 'number', required: false, fallback: '8' }],
    ['optional', z.string().optional(), { type: 'text', required: false, fallback: '' }],
    ['described', z.string().describe('Words.'), { type: 'text', required: true, description: 'Words.' }],
  ])('%s', (_name, field, expected) => {
    expect(rows({ field })).toEqual([expect.objectContaining({ path: 'field', ...expected })]);
  });

  it('names nested fields by their path', () => {
    const fields = { a: z.object({ b: z.string() }), items: z.array(z.object({ c: z.number() })) };
    expect(rows(fields).map(({ path: name }) => name)).toEqual(['a', 'a.b', 'items', 'items[].c']);
  });
});

describe('the tool registry', () => {
  it('imports every tool and groups them', () => {
    const files = [
      { group: 'memory', file: 'add-memory' },
      { group: 'memory', file: 'get-stats' },
      { group: 'code-graph', file: 'get-callers' },
    ];
    const [memory, code] = renderToolGroups(files);
    expect(memory?.text).toContain("import addMemory from './memory/add-memory.ts';");
    expect(memory?.text).toContain('export default [addMemory,getStats]');
    expect(code).toMatchObject({ group: 'code-graph', text: expect.stringContaining('[getCallers]') as string });
    expect(renderToolRegistry(files)).toContain("'code-graph': codeGraph,");
    expect(renderToolLoaders(files)).toContain("'code-graph': () => import('./code-graph.ts'),");
  });

  it('refuses one tool in two groups', () => {
    const twice = [
      { group: 'a', file: 'x' },
      { group: 'b', file: 'x' },
    ];
    expect(() => renderToolRegistry(twice)).toThrow('in several groups: a, b');
  });
});

describe('loadTools', () => {
  const put = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, TOOLS_FOLDER, file)), { recursive: true });
    writeFileSync(path.join(root, TOOLS_FOLDER, file), text);
  };

  it('refuses a file whose name is not that of its tool', async () => {
    put('memory/pin.ts', "export default { name: 'pin_memory' };");
    await expect(loadTools(root)).rejects.toThrow('name the file pin-memory.ts');
  });

  it('refuses a file without a tool', async () => {
    put('memory/pin.ts', 'export const a = 1;');
    await expect(loadTools(root)).rejects.toThrow('no default export');
  });

  it('leaves tests out', async () => {
    put('memory/pin.ts', "export default { name: 'pin' };");
    put('memory/pin.test.ts', "throw new Error('loaded');");
    expect((await loadTools(root)).map(({ file }) => file)).toEqual(['pin']);
  });
});

describe('the commands', () => {
  const put = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, COMMANDS_FOLDER, file)), { recursive: true });
    writeFileSync(path.join(root, COMMANDS_FOLDER, file), text);
  };
  const pin = "export const spec = { name: 'pin', summary: 'Pins.', usage: [], options: {}, examples: [] };";
  const runs = 'export const run = async () => 0;';

  it('are the files of the groups, tests and what lies deeper aside', async () => {
    put('memory/pin.ts', `${pin}\n${runs}`);
    put('memory/pin.test.ts', "throw new Error('loaded');");
    put('memory/parts/board.ts', "throw new Error('loaded');");
    put('command.ts', "throw new Error('loaded');");
    expect(await loadCommands(root)).toMatchObject([{ group: 'memory', file: 'pin', spec: { summary: 'Pins.' } }]);
  });

  it('come with the groups in the order of help', () => {
    for (const file of ['attic/a.ts', 'memory/z.ts', 'memory/a.ts', 'server/z.ts']) put(file, '');
    const found = findCommandFiles(root).map(({ group, file }) => `${group}/${file}`);
    expect(found).toEqual(['memory/a', 'memory/z', 'server/z', 'attic/a']);
  });

  it('refuse a file whose name is not that of its command', async () => {
    put('memory/board.ts', `${pin}\n${runs}`);
    await expect(loadCommands(root)).rejects.toThrow('name the file pin.ts');
  });

  it.each([pin, runs])('refuse a file without a spec or without a run', async (text) => {
    put('memory/pin.ts', text);
    await expect(loadCommands(root)).rejects.toThrow('must export the spec and the run');
  });

  it('become a table of plain data whose code is loaded when it is called', async () => {
    const spec = { name: 'pin', summary: 'Pins.', usage: ['zapomni pin'], options: {}, examples: [] };
    const text = renderCommandTable([{ group: 'memory', file: 'pin', spec }]);
    expect(text).toContain('"summary":"Pins."');
    expect(text).toContain("load:()=>import('../commands/memory/pin.ts')");
    expect(text).not.toMatch(/^import (?!type)/m);
    const twice = ['a', 'b'].map((group) => ({ group, file: 'pin', spec }));
    expect(() => renderCommandTable(twice)).toThrow('in several groups: a, b');
  });
});

describe('the pages', () => {
  it('show every tool with its arguments, defaults and results', async () => {
    const tools = await loadTools(repository);
    const text = renderToolsPage(tools, ['memory']);
    for (const { tool } of tools) expect(text).toContain(`### ${tool.name}\n\n${tool.description}`);
    expect(text).toContain('| `limit` | whole number | `10` | 1–100 |');
    expect(text).toContain('| `results[].memory_id` | text |');
  });

  it('show every resource and every prompt', async () => {
    const text = renderToolsPage(await loadTools(repository), ['memory']);
    for (const address of ['memory://recent', 'knowledge://{id}', 'file:///{+path}'])
      expect(text).toContain(`| \`${address}\` |`);
    for (const { name } of prompts) expect(text).toContain(`| \`${name}\` |`);
  });

  it('show every setting with its names', () => {
    const text = renderConfigurationPage(configFields);
    for (const { env, flag } of configFields) expect(text).toContain(`| \`${env}\` | \`--${flag}\` |`);
    expect(text).toContain('`OLLAMA_BASE_URL`');
  });

  it('show every error code', () => {
    const text = renderErrorsPage(ERROR_POLICIES);
    for (const name of Object.keys(ERROR_POLICIES)) expect(text).toContain(`| \`${name}\` |`);
  });
});

describe('server.json', () => {
  const manifest = {
    name: 'zapomni',
    mcpName: 'io.github.zapomni/zapomni',
    version: '1.2.3',
    description: 'Memory.',
    homepage: 'https://github.com/zapomni/zapomni',
  };

  it('names the package, its version and the settings that people set', () => {
    const server = JSON.parse(renderServerJson(manifest, 'Zapomni', configFields)) as {
      name: string;
      packages: { identifier: string; version: string; environmentVariables: { name: string; format: string }[] }[];
    };
    expect(server.name).toBe('io.github.zapomni/zapomni');
    expect(server.packages[0]).toMatchObject({ identifier: 'zapomni', version: '1.2.3' });
    const variables = server.packages[0]?.environmentVariables ?? [];
    expect(variables).toHaveLength(8);
    expect(variables).toContainEqual(expect.objectContaining({ name: 'ZAPOMNI_DATA_DIR', format: 'filepath' }));
    expect(variables).toContainEqual(
      expect.objectContaining({
        name: 'ZAPOMNI_LOG_LEVEL',
        choices: expect.arrayContaining(['debug', 'info']) as string[],
      }),
    );
  });

  it('keeps to the rules of the registry, as it lies here', () => {
    const server = JSON.parse(readFileSync(path.join(repository, 'server.json'), 'utf8')) as Record<string, string> & {
      packages: { environmentVariables: Record<string, unknown>[] }[];
    };
    expect(server['name']).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    for (const [field, most] of [
      ['description', 100],
      ['title', 100],
      ['version', 255],
    ] as const) {
      expect(server[field]?.length, field).toBeGreaterThan(0);
      expect(server[field]?.length, field).toBeLessThanOrEqual(most);
    }
    expect(server['version']).toMatch(/^\d+\.\d+\.\d+$/);
    expect(server['repository']).toEqual({ url: server['websiteUrl'], source: 'github' });
    const known = ['choices', 'default', 'description', 'format', 'isRequired', 'isSecret', 'name'];
    for (const variable of server.packages.flatMap(({ environmentVariables }) => environmentVariables)) {
      expect(known).toEqual(expect.arrayContaining(Object.keys(variable)));
      expect(['string', 'number', 'boolean', 'filepath']).toContain(variable['format']);
      expect(['string', 'undefined']).toContain(typeof variable['default']);
    }
  });

  it('marks secrets', () => {
    const field = { ...configFields.find(({ name }) => name === 'store')!, secret: true };
    expect(renderServerJson(manifest, 'Zapomni', [field])).toContain('"isSecret": true');
  });

  it('refuses a description that the registry would refuse', () => {
    const long = { ...manifest, description: 'x'.repeat(101) };
    expect(() => renderServerJson(long, 'Zapomni', [])).toThrow('over 100 characters');
  });
});

describe('fresh and stale', () => {
  it('gives the same bytes twice', async () => {
    expect(await generate(repository)).toEqual(await generate(repository));
  });

  it('finds a file that is missing or edited, and nothing after writing', () => {
    const files = [
      { path: 'a.md', text: 'a' },
      { path: 'docs/b.md', text: 'b' },
    ];
    expect(findStale(root, files).map((file) => file.path)).toEqual(['a.md', 'docs/b.md']);
    writeFiles(root, files);
    expect(findStale(root, files)).toEqual([]);
    writeFileSync(path.join(root, 'docs/b.md'), 'edited');
    expect(findStale(root, files).map((file) => file.path)).toEqual(['docs/b.md']);
    expect(readFileSync(path.join(root, 'docs/b.md'), 'utf8')).toBe('edited');
  });
});
