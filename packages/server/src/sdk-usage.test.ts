/** What of the SDK is used, and what not. */
import { readFileSync, globSync } from 'node:fs';
import path from 'node:path';
import { verifies } from '@zapomni/testkit/verifies';
import { expect, test } from 'vitest';
import { McpBaseServer } from './mcp-base-server.ts';

const packages = path.join(import.meta.dirname, '../..');
// The SDK's deprecated ways to register are methods of a server called by these names.
const DEPRECATED = /\b(?:server|mcp\w*)\??\.(?:tool|resource|prompt)\(/i;

test('everything is registered by a method called so, and none of the deprecated ones is there or used', () => {
  verifies('R199');
  const offered = Object.getOwnPropertyNames(McpBaseServer.prototype);
  expect(offered).toEqual(
    expect.arrayContaining(['registerTool', 'registerResource', 'registerResourceTemplate', 'registerPrompt']),
  );
  expect(offered.filter((name) => /^(?:tool|resource|prompt)s?$/.test(name))).toEqual([]);
  const files = globSync('*/{src,bin}/**/*.ts', { cwd: packages, exclude: (name) => name === 'node_modules' });
  expect(files.length).toBeGreaterThan(500);
  const using = files
    .filter((file) => file !== path.join('server/src', path.basename(import.meta.filename)))
    .filter((file) => DEPRECATED.test(readFileSync(path.join(packages, file), 'utf8')));
  expect(using).toEqual([]);
  // It would be seen.
  expect(
    ['server.tool(', 'mcpServer.resource(', 'this.#server?.prompt('].filter((call) => !DEPRECATED.test(call)),
  ).toEqual([]);
});
