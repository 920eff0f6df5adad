import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const SCRIPT = `
import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({ resolve(specifier, context, next) { const found = next(specifier, context); loaded.push(found.url); return found; } });
await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
console.log(JSON.stringify(loaded));
`;

describe('the stdio door', () => {
  test('loads nothing but its own few files: neither the SDK nor zod', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT]);
    const loaded = JSON.parse(stdout) as string[];
    const foreign = loaded.filter((url) => !url.startsWith('node:') && !url.includes('/packages/server/src/'));
    expect(foreign).toEqual([]);
    expect(loaded.length).toBeGreaterThan(5);
  });
});
