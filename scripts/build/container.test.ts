/** The container file, read: what it copies is there and reaches the build, and it is as the settings and the requirements have it. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { configFields } from '@zapomni/core/config';

const root = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

describe('the container file', () => {
  const text = read('Dockerfile').replaceAll('\\\n', '');
  const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) => files.split(' '));

  it('copies what is there and is not kept from it', () => {
    expect(copied).toEqual(expect.arrayContaining(['package.json', 'package-lock.json', 'packages', 'scripts']));
    const ignored = read('.dockerignore').split('\n');
    for (const file of copied) {
      expect(existsSync(path.join(root, file)), file).toBe(true);
      expect(ignored).not.toContain(file);
    }
  });

  it('sets settings that are known, is nobody\u2019s root, and looks after itself', () => {
    const names = [...text.matchAll(/\b(ZAPOMNI_\w+)=/g)].map(([, name]) => name);
    expect(names).toHaveLength(4);
    for (const name of names) expect(configFields.map(({ env }) => env)).toContain(name);
    expect(text).toMatch(/^USER node$/m);
    expect(text).toMatch(/^HEALTHCHECK --interval=30s --timeout=10s --retries=5 --start-period=60s .*\/health/m);
    const [, least = ''] = /"node": ">=(\d+)/.exec(read('package.json')) ?? [];
    for (const [, version] of text.matchAll(/^FROM node:(\d+)/gm))
      expect(Number(version)).toBeGreaterThanOrEqual(Number(least));
  });
});
