import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { verifies } from '@zapomni/testkit/verifies';
import { expect, test } from 'vitest';

const require = createRequire(import.meta.url);

test('stands on the second SDK and on zod 4, and so does what is installed', () => {
  verifies('R234');
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const wanted = { '@modelcontextprotocol/server': /^2\./, zod: /^4\./ };
  for (const [name, version] of Object.entries(wanted)) {
    expect(manifest.dependencies[name], name).toMatch(version);
    const [folder = ''] = require.resolve(name).split(`${name}/`);
    const installed = JSON.parse(readFileSync(`${folder}${name}/package.json`, 'utf8')) as { version: string };
    expect(installed.version, name).toBe(manifest.dependencies[name]);
  }
});
