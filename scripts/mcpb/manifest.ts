/** What a bundle for Claude Desktop says of itself. One for all platforms: it has no native code. */
import type { ProductFacts } from '../gen/plugins/package-facts.ts';
import { AUTHOR, DISPLAY_NAME } from '../gen/plugins/package-facts.ts';

const VERSION = '0.3';
const ENTRY = 'dist/zapomni.js';

/** An empty variable counts as unset, so that what is left blank is as if it were not there. */
const ASKED = {
  data_dir: {
    type: 'directory',
    title: 'Data folder',
    description: 'Where everything is kept. Left empty: the usual folder, which other clients on this machine use too.',
    required: false,
    default: '',
  },
  workspace: {
    type: 'string',
    title: 'Workspace',
    description: 'The workspace that a session starts in.',
    required: false,
    default: 'default',
  },
  tools: {
    type: 'string',
    title: 'Groups of tools',
    description: 'By comma, or `all`: memory, workspaces, graph, time, documents, code, papers …',
    required: false,
    default: 'memory,workspaces',
  },
} as const;

export function bundleManifest(facts: ProductFacts, leastNode: string): object {
  const { name, version, description, license, keywords, homepage } = facts;
  return {
    manifest_version: VERSION,
    name,
    display_name: DISPLAY_NAME,
    version,
    description,
    author: AUTHOR,
    homepage,
    documentation: homepage,
    license,
    keywords,
    server: {
      type: 'node',
      entry_point: ENTRY,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${ENTRY}`],
        env: Object.fromEntries(
          Object.keys(ASKED).map((field) => [`ZAPOMNI_${field.toUpperCase()}`, `\${user_config.${field}}`]),
        ),
      },
    },
    tools_generated: true,
    prompts_generated: true,
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: leastNode } },
    user_config: ASKED,
  };
}
