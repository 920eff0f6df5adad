import { DOMAINS, FILE_TEMPLATE, prompts, storedProviders } from '@zapomni/mcp';
import { z } from 'zod';
import { code, page, table } from './markdown.ts';
import { schemaRows, type SchemaRow } from './schema-rows.ts';
import type { LoadedTool } from './tool-files.ts';

type Tool = LoadedTool['tool'];

/** docs/tools.md: what a client can call, group by group, and what else it is offered. */
export function renderToolsPage(tools: readonly LoadedTool[], defaultGroups: readonly string[]): string {
  const groups = [...Map.groupBy(tools, ({ group }) => group)];
  const intro =
    'Tools come in groups; `ZAPOMNI_TOOLS` names the groups that clients see, or `all`. ' +
    `Without it they see: ${defaultGroups.map(code).join(', ')}. ` +
    'Every tool refuses arguments it does not know, and answers with structured data and a text.';
  return page('Tools', 'packages/mcp/src/tools', [
    intro,
    ...renderDomains(),
    ...groups.flatMap(([group, members]) => renderGroup(group, members)),
    ...renderResources(),
    ...renderPrompts(),
  ]);
}

function renderDomains(): string[] {
  const rows = Object.entries(DOMAINS).map(([domain, names]) => [
    domain,
    names.map((name) => `[${code(name)}](#${name})`).join(', '),
  ]);
  return [
    '## Domains of research',
    'What the tools of research are for; those of one domain may be in several groups.',
    table(['Domain', 'Tools'], rows),
  ];
}

function renderResources(): string[] {
  const fixed = storedProviders.flatMap(({ list = [] }) =>
    list.map(({ uri, ...facts }) => ({ address: uri, ...facts })),
  );
  const templates = [...storedProviders.flatMap((provider) => provider.templates), FILE_TEMPLATE];
  const patterns = templates.map(({ uriTemplate, ...facts }) => ({ address: uriTemplate, ...facts }));
  const rows = [...fixed, ...patterns].map(({ address, description = '', changes }) => [
    code(address),
    description,
    changes ? 'yes' : 'no',
  ]);
  return [
    '## Resources',
    'Files are offered only where `ZAPOMNI_FILE_ROOTS` names folders.',
    table(['Address', 'What it is', 'Can be subscribed to'], rows),
  ];
}

function renderPrompts(): string[] {
  const rows = prompts.map(({ name, description, arguments: expected }) => [
    code(name),
    description,
    expected.map((argument) => code(argument.name) + (argument.required ? '' : ' (optional)')).join(', '),
  ]);
  return ['## Prompts', table(['Prompt', 'What it does', 'Arguments'], rows)];
}

function renderGroup(group: string, members: readonly LoadedTool[]): string[] {
  const rows = members.map(({ tool }) => [`[${code(tool.name)}](#${tool.name})`, tool.title, effect(tool)]);
  const overview = table(['Tool', 'What it does', 'Effect'], rows);
  return [`## ${group}`, overview, ...members.flatMap(({ tool }) => renderTool(tool))];
}

function renderTool(tool: Tool): string[] {
  const input = schemaRows(z.toJSONSchema(tool.input, { io: 'input', unrepresentable: 'any' }));
  const output = schemaRows(z.toJSONSchema(tool.output, { io: 'output', unrepresentable: 'any' }));
  return [
    `### ${tool.name}`,
    tool.description,
    hints(tool),
    input.length === 0 ? 'It takes no arguments.' : argumentsTable(input),
    '**Result**',
    table(['Field', 'Type', 'Description'], output.map(resultCells)),
  ];
}

function argumentsTable(rows: readonly SchemaRow[]): string {
  return table(
    ['Argument', 'Type', 'Default', 'Limits', 'Description'],
    rows.map(({ path, type, required, fallback, limits, description }) => [
      code(path),
      type,
      required ? '**required**' : fallback && code(fallback),
      limits,
      description,
    ]),
  );
}

const resultCells = ({ path, type, required, description }: SchemaRow) => [
  code(path) + (required ? '' : ' (optional)'),
  type,
  description,
];

function effect({ annotations }: Tool): string {
  if (annotations.readOnlyHint) return 'reads';
  return annotations.destructiveHint ? 'deletes' : 'writes';
}

function hints({ annotations, timeoutMs }: Tool): string {
  const named = Object.entries(annotations).map(([hint, value]) => `${hint} ${value ? 'yes' : 'no'}`);
  const limit = timeoutMs === undefined ? [] : [`time limit ${timeoutMs / 1000} s`];
  return `*${[...named, ...limit].join(' · ')}*`;
}
