/** Tools that show rules of the protocol: schemas kept as they are, arguments repeated in headers, changed lists. */
import type { JsonSchemaObject, ListName, McpBaseServer, Tool } from '@zapomni/server';
import { fixtureTool, fixtureToolWith } from './fixture-tool.ts';

/** Every keyword has to reach the client as it is written here. */
const SCHEMA_2020_12: JsonSchemaObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

const IN_HEADERS: JsonSchemaObject = {
  type: 'object',
  properties: {
    region: { type: 'string', description: 'Repeated in Mcp-Param-Region', 'x-mcp-header': 'Region' },
    level: { type: 'integer', description: 'Not repeated' },
  },
};

export function protocolTools(server: McpBaseServer): readonly Tool[] {
  return [
    fixtureToolWith(
      'json_schema_2020_12_tool',
      'Takes what a rich schema describes.',
      SCHEMA_2020_12,
      async (given) => ({
        text: `Called with ${JSON.stringify(given)}`,
      }),
    ) as Tool,
    fixtureToolWith('test_x_mcp_header', 'Takes an argument that headers repeat.', IN_HEADERS, async ({ region }) => ({
      text: `region=${String(region ?? '<none>')}`,
    })) as Tool,
    changeTool(server, 'test_trigger_tool_change', 'tools'),
    changeTool(server, 'test_trigger_prompt_change', 'prompts'),
  ];
}

function changeTool(server: McpBaseServer, name: string, list: ListName): Tool {
  return fixtureTool(name, `Says that the list of ${list} changed.`, async () => {
    server.notifyListChanged(list);
    return { text: 'Said.' };
  }) as Tool;
}
