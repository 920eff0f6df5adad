/** server.json: how the MCP registry and the clients that read it install and configure the server. */
import type { ConfigField } from '@zapomni/core/config';

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
/** The registry refuses longer ones. */
const DESCRIPTION_LIMIT = 100;

export interface PublishedPackage {
  readonly name: string;
  readonly mcpName: string;
  readonly version: string;
  readonly description: string;
}

export function renderServerJson(manifest: PublishedPackage, title: string, fields: readonly ConfigField[]): string {
  const { name, mcpName, version, description } = manifest;
  if (description.length > DESCRIPTION_LIMIT) {
    throw new Error(
      `The description in package.json is over ${DESCRIPTION_LIMIT} characters; the registry refuses it.`,
    );
  }
  const server = {
    $schema: SCHEMA,
    name: mcpName,
    title,
    description,
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        environmentVariables: fields.map(toVariable),
      },
    ],
  };
  return `${JSON.stringify(server, null, 2)}\n`;
}

function toVariable(field: ConfigField) {
  return {
    name: field.env,
    description: field.description,
    isRequired: false,
    format: /\bnumber\b/.test(field.accepts) ? 'number' : 'string',
    ...(field.default === undefined ? {} : { default: String(field.default) }),
    ...(field.secret ? { isSecret: true } : {}),
  };
}
