import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

/** Loaded before the door: notes every module that is loaded after it. */
const WATCH = `
import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({ resolve(specifier, context, next) { const found = next(specifier, context); loaded.push(found.url); return found; } });
process.on('exit', () => console.log(JSON.stringify(loaded)));
`;

describe('the stdio door', () => {
  test('loads nothing but its own few files: neither the SDK nor zod', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--import',
      `data:text/javascript,${encodeURIComponent(WATCH)}`,
      fileURLToPath(new URL('./index.ts', import.meta.url)),
    ]);
    const loaded = JSON.parse(stdout) as string[];
    const foreign = loaded.filter((url) => !url.startsWith('node:') && !url.includes('/packages/server/src/'));
    expect(foreign).toEqual([]);
    expect(loaded.length).toBeGreaterThan(5);
  });
});
