/** server.json: how the MCP registry and the clients that read it install and configure the server. */
import type { ConfigField } from '@zapomni/core/config';

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
/** The registry refuses longer ones. */
const DESCRIPTION_LIMIT = 100;

/** A client may ask a person for each of them; the rest stands in docs/configuration.md. */
const ASKED: ReadonlySet<string> = new Set([
  'data_dir',
  'store',
  'tools',
  'workspace',
  'file_roots',
  'http_port',
  'host',
  'log_level',
]);
const PATHS: ReadonlySet<string> = new Set(['data_dir', 'file_roots']);

export interface PublishedPackage {
  readonly name: string;
  readonly mcpName: string;
  readonly version: string;
  readonly description: string;
  readonly homepage: string;
}

export function renderServerJson(manifest: PublishedPackage, title: string, fields: readonly ConfigField[]): string {
  const { name, mcpName, version, description, homepage } = manifest;
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
    repository: { url: homepage, source: 'github' },
    websiteUrl: homepage,
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        environmentVariables: fields.filter((field) => ASKED.has(field.name)).map(toVariable),
      },
    ],
  };
  return `${JSON.stringify(server, null, 2)}\n`;
}

function toVariable(field: ConfigField) {
  const choices = [...field.accepts.matchAll(/`([^`]+)`/g)].map(([, value]) => value);
  return {
    name: field.env,
    description: field.description,
    isRequired: false,
    format: formatOf(field),
    ...(choices.length > 0 && formatOf(field) === 'string' ? { choices } : {}),
    ...(hasDefault(field) ? { default: String(field.default) } : {}),
    ...(field.secret ? { isSecret: true } : {}),
  };
}

function formatOf({ name, accepts }: ConfigField): 'boolean' | 'filepath' | 'number' | 'string' {
  if (accepts === '`true`, `false`') return 'boolean';
  if (/\bnumber\b/.test(accepts)) return 'number';
  return PATHS.has(name) ? 'filepath' : 'string';
}

/** That nothing is set needs no saying. */
function hasDefault({ default: value }: ConfigField): boolean {
  return value !== undefined && value !== '' && value !== 'none';
}
