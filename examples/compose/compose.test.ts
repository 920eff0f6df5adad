/** The compose file speaks of settings that there are, and keeps its promises. Whether it is YAML the formatter says. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { configFields, parseConfig } from '@zapomni/core/config';
import { REWRITTEN_OFTEN } from '@zapomni/testkit/falkordb';
import { verifies } from '@zapomni/testkit/verifies';
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
  verifies('R279');
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

test('one port is open, on this machine alone, and leads to the one that the server has', () => {
  verifies('R253');
  const ports = [...compose.matchAll(/^ {4}ports:\n((?: {6}[-#] .*\n)+)/gm)].map(([, list = '']) => list);
  expect(ports.join('').match(/^ {6}- .*$/gm)).toEqual(['      - 127.0.0.1:8765:8765']);
  expect(new Map(settingsIn(compose)).get('ZAPOMNI_HTTP_PORT')).toBe('8765');
});

test('the container asks /health whether the server is well', () => {
  verifies('R277');
  const [, ours = ''] = compose.split(/^ {2}zapomni:$/m);
  const [, check = ''] = /^ {4}healthcheck:\n((?: {6}.*\n)+)/m.exec(ours) ?? [];
  expect(check).toContain('http://127.0.0.1:8765/health');
  const times = [...check.matchAll(/^ {6}(interval|timeout|retries|start_period): (\S+)$/gm)];
  expect(Object.fromEntries(times.map(([, name, value]) => [name, value]))).toEqual({
    interval: '30s',
    timeout: '10s',
    retries: '5',
    start_period: '60s',
  });
});

test('what is acknowledged is on disk, and every service tells how it is', () => {
  expect(compose).toMatch(/--appendonly yes\s+--appendfsync always/);
  expect(compose.replaceAll(/\s+/g, ' ')).toContain(REWRITTEN_OFTEN.join(' '));
  const services = compose.split(/^services:\n/m)[1]?.split(/^\S/m)[0] ?? '';
  const names = [...services.matchAll(/^ {2}(\w+):$/gm)].map(([, name]) => name);
  expect(names).toEqual(['falkordb', 'ollama', 'zapomni']);
  expect(services.match(/^ {4}healthcheck:$/gm)).toHaveLength(names.length);
});
