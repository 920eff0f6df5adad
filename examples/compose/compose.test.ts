/** The compose file speaks of settings that there are, and keeps its promises. Whether it is YAML the formatter says. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { configFields, parseConfig } from '@zapomni/core/config';
import { expect, test } from 'vitest';

const read = (name: string): string => readFileSync(path.join(import.meta.dirname, name), 'utf8');
const compose = read('compose.yaml');

/** `NAME: value` of the environment, without quotes; `NAME=value` of a settings file. */
function settingsIn(text: string): [string, string][] {
  return [...text.matchAll(/^\s*(ZAPOMNI_\w+)(?:: |=)['"]?(.*?)['"]?$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
}

test('every setting of ours exists, and all of them together are a configuration', () => {
  const given = [...settingsIn(compose), ...settingsIn(read('secrets/zapomni.env.example'))];
  expect(given.length).toBeGreaterThan(8);
  const byName = new Map(configFields.map(({ env, name }) => [env, name]));
  for (const [name] of given) expect([...byName.keys()]).toContain(name);
  const config = parseConfig(Object.fromEntries(given.map(([name, value]) => [byName.get(name), value])));
  expect(config).toMatchObject({ store: 'falkordb', falkordb_host: 'falkordb', http_port: 8765, stdio: false });
  expect(config.falkordb_password).not.toBe('');
});

test('both ends are told the same password, and neither by the environment', () => {
  const [, server] = /^requirepass (\S+)$/m.exec(read('secrets/falkordb.conf.example')) ?? [];
  expect(new Map(settingsIn(read('secrets/zapomni.env.example'))).get('ZAPOMNI_FALKORDB_PASSWORD')).toBe(server);
  expect(compose).not.toContain(server);
  expect(compose).not.toMatch(/requirepass|PASSWORD:/);
});

test('one port is open, on this machine alone', () => {
  const ports = [...compose.matchAll(/^ {4}ports:\n((?: {6}- .*\n)+)/gm)].map(([, list = '']) => list.trim());
  expect(ports).toEqual(['- 127.0.0.1:8765:8765']);
});

test('what is acknowledged is on disk, and every service tells how it is', () => {
  expect(compose).toMatch(/--appendonly yes\s+--appendfsync always/);
  const services = compose.split(/^services:\n/m)[1]?.split(/^\S/m)[0] ?? '';
  const names = [...services.matchAll(/^ {2}(\w+):$/gm)].map(([, name]) => name);
  expect(names).toEqual(['falkordb', 'ollama', 'zapomni']);
  expect(services.match(/^ {4}healthcheck:$/gm)).toHaveLength(names.length);
});
