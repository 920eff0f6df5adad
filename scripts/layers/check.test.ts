import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '@zapomni/testkit/verifies';
import { readSources } from '../source/source-files.ts';
import { checkLayers, type Manifest } from './check.ts';
import { findCrowded } from './crowded.ts';
import { readManifests } from './read-packages.ts';

const manifests: Manifest[] = [
  { folder: '', dependencies: ['vitest'], exports: [] },
  { folder: 'core', dependencies: ['zod', '@modelcontextprotocol/server'], exports: ['.', './ports', './model'] },
  { folder: 'server', dependencies: ['@modelcontextprotocol/server'], exports: ['.', './stdio'] },
  { folder: 'db', dependencies: ['@zapomni/core'], exports: ['.'] },
  { folder: 'mcp', dependencies: ['@zapomni/core', '@zapomni/server', '@zapomni/db'], exports: ['.'] },
  { folder: 'cli', dependencies: ['@zapomni/core', '@zapomni/db', '@zapomni/testkit'], exports: [] },
  { folder: 'testkit', dependencies: ['@zapomni/core'], exports: ['./verifies'] },
];

const check = (file: string, text: string) =>
  checkLayers([{ path: `packages/${file}`, text }], manifests).map(({ line, message }) => `${line}: ${message}`);

describe('a planted breach is caught', () => {
  it.each([
    ['wrong layer', 'core/src/a.ts', "import { open } from '@zapomni/db';", 'may import nothing of ours'],
    ['engine in the face', 'mcp/src/a.ts', "import { open } from '@zapomni/db';", 'only core/*, server/*'],
    ['server knows Zapomni', 'server/src/a.ts', "import type { A } from '@zapomni/core';", 'nothing of ours'],
    ['wrong door', 'db/src/a.ts', "import { remember } from '@zapomni/core';", 'only core/ports'],
    ['type import', 'core/src/a.ts', "import type { Db } from '@zapomni/db';", 'nothing of ours'],
    ['type expression', 'core/src/a.ts', "type A = import('@zapomni/db').A;", 'nothing of ours'],
    ['re-export', 'core/src/a.ts', "export { open } from '@zapomni/db';", 'nothing of ours'],
    ['many lines', 'core/src/a.ts', "import {\n  open,\n} from '@zapomni/db';", 'nothing of ours'],
    ['dynamic import', 'core/src/a.ts', "await import('@zapomni/db');", 'nothing of ours'],
    ['import for effect', 'core/src/a.ts', "import '@zapomni/db';", 'nothing of ours'],
    ['require', 'core/src/a.ts', "const db = require('@zapomni/db');", 'nothing of ours'],
    ['made require', 'db/src/a.ts', "createRequire(import.meta.url)('zod');", 'does not declare'],
    ['computed import', 'cli/src/a.ts', 'await import(name);', 'computed'],
    ['computed template', 'cli/src/a.ts', 'await import(`./${name}.ts`);', 'computed'],
    ['relative escape', 'db/src/a.ts', "import { a } from '../../core/src/a.ts';", 'reaches out'],
    ['escape of a test', 'db/src/a.test.ts', "import { a } from '../../core/src/a.ts';", 'reaches out'],
    ['escaping worker', 'db/src/a.ts', "new URL('../../cli/src/w.ts', import.meta.url);", 'reaches out'],
    ['escape to the root', 'cli/src/a.ts', "import pkg from '../../../package.json' with {};", 'reaches out'],
    ['driver of a driver', 'db/src/drivers/a/b/c.ts', "import { x } from '../../e/f.ts';", 'from the driver e'],
    ['absolute path', 'cli/src/a.ts', "import a from '/etc/a.js';", 'absolute'],
    ['phantom package', 'db/src/a.ts', "import { z } from 'zod';", 'does not declare'],
    ['phantom of ours', 'cli/src/a.ts', "import { tools } from '@zapomni/mcp';", 'does not declare'],
    ['phantom in a test', 'db/src/a.test.ts', "import _ from 'lodash/fp';", 'imports lodash, which'],
    ['door not exported', 'cli/src/a.ts', "import a from '@zapomni/core/services';", 'does not export'],
    ['source past the door', 'cli/src/a.ts', "import a from '@zapomni/core/src/a.ts';", 'does not export'],
    ['disk in core', 'core/src/a.ts', "import { readFile } from 'node:fs/promises';", 'may not touch'],
    ['network in core', 'core/src/a.ts', "import http from 'node:http';", 'may not touch'],
    ['process in core', 'core/src/a.ts', "import { spawn } from 'child_process';", 'may not touch'],
    ['thread in core', 'core/src/a.ts', "import { Worker } from 'node:worker_threads';", 'may not touch'],
    ['SDK in core', 'core/src/a.ts', "import { S } from '@modelcontextprotocol/server';", 'may not touch'],
    ['disk in the face', 'mcp/src/a.ts', "import fs from 'node:fs';", 'may not touch'],
    ['bare builtin', 'db/src/a.ts', "import path from 'path';", 'write node:path'],
    [
      'testkit in the product',
      'cli/src/a.ts',
      "import { verifies } from '@zapomni/testkit/verifies';",
      'may import only',
    ],
    ['environment', 'db/src/a.ts', 'const home = process.env.HOME;', 'reads the environment'],
    ['environment in a template', 'db/src/a.ts', 'const a = `${process.env.HOME}`;', 'reads the environment'],
    ['environment by another name', 'db/src/a.ts', 'const { env } = process;', 'reads the environment'],
    ['environment by index', 'db/src/a.ts', "process['env'];", 'reads the environment'],
    ['environment imported', 'db/src/a.ts', "import { env } from 'node:process';", 'reads the environment'],
    ['console', 'db/src/a.ts', "console.log('x');", 'touches stdout'],
    ['stdout', 'server/src/server.ts', "process.stdout.write('x');", 'touches stdout'],
    ['stdout in a command', 'cli/src/commands/add.ts', "process.stdout.write('x');", 'touches stdout'],
    ['clock in a tool', 'mcp/src/tools/time/a.ts', 'read(text, Date.now());', "the system's clock"],
    ['clock handed on by a tool', 'mcp/src/a.ts', 'read(text, { now: Date.now });', "the system's clock"],
    ['clock in a service', 'core/src/a.ts', 'const at = new Date();', "the system's clock"],
    ['clock in a service, bare', 'core/src/a.ts', 'const at = +new Date;', "the system's clock"],
    ['clock in a command', 'cli/src/commands/x/a.ts', 'readFilter(args, Date.now());', "the system's clock"],
    ['clock in a driver', 'db/src/drivers/a/view.ts', 'const at = validAt ?? Date.now();', "the system's clock"],
    ['HTTP in a provider', 'providers/src/llm/a.ts', "import { request } from 'node:https';", 'by itself'],
    ['HTTP loaded late', 'cli/src/a.ts', "const http = await import('node:http');", 'by itself'],
    ['names in a provider', 'providers/src/a.ts', "import { lookup } from 'node:dns/promises';", 'by itself'],
    ['fetch in a provider', 'providers/src/a.ts', 'const answer = await fetch(url);', 'by itself'],
    ['fetch in a service', 'core/src/a.ts', 'const fetching = [fetch(url)];', 'by itself'],
    ['fetch handed on', 'cli/src/a.ts', 'open({ fetch: globalThis.fetch });', 'by itself'],
    ['a socket in a command', 'cli/src/commands/x/a.ts', "new WebSocket('wss://x');", 'by itself'],
    ['unknown package', 'extra/src/a.ts', '', 'no row'],
  ])('%s', (_name, file, text, expected) => {
    expect(check(file, text)).toEqual([expect.stringContaining(expected)]);
  });

  it('names the line of the breach', () => {
    expect(check('core/src/a.ts', "const a = 1;\n\nimport 'node:fs';\n")[0]).toMatch(/^3: /);
  });
});

describe('what is allowed passes', () => {
  it.each([
    ['a text that says import', 'cli/src/a.ts', "run(['import', 'server-memory', 'x']);"],
    ['own files', 'core/src/a.ts', "import { b } from './deep/b.ts';\nimport { c } from '../src/c.ts';"],
    ['own name', 'core/src/a.ts', "import { b } from '@zapomni/core/model';"],
    ['ports in an engine', 'db/src/a.ts', "import type { A } from '@zapomni/core/ports';\nimport 'node:sqlite';"],
    ['core and server in the face', 'mcp/src/a.ts', "import '@zapomni/core';\nimport '@zapomni/server/stdio';"],
    ['declared package', 'core/src/a.ts', "import { z } from 'zod';\nimport { en } from 'zod/locales';"],
    ['test with testkit and vitest', 'core/src/a.test.ts', "import 'vitest';\nimport '@zapomni/testkit/verifies';"],
    ['test on the disk', 'core/src/a.test.ts', "import fs from 'node:fs';\nprocess.env.A = 'x';"],
    ['testkit with vitest', 'testkit/src/contracts/a.ts', "import { it } from 'vitest';\nimport '@zapomni/core';"],
    ['test that reads the root manifest', 'db/src/a.test.ts', "new URL('../../../package.json', import.meta.url);"],
    ['script with a root package', 'db/scripts/a.ts', "import 'vitest';\nconsole.log('made');"],
    ['what drivers share', 'db/src/drivers/a/b.ts', "import { x } from '../../shared/c.ts';\nimport './d/e.ts';"],
    ['trial data of a driver', 'db/src/drivers/a/testing/b.ts', "import { x } from '../../c/testing/d.ts';"],
    ['environment in cli', 'cli/src/main.ts', 'read(process.env);'],
    ['stdout in the output module', 'cli/src/output.ts', 'process.stdout.write(text);'],
    ['stdout in the transport', 'server/src/transports/stdio/a.ts', 'process.stdout.write(text);'],
    ['a time that is given', 'core/src/a.ts', 'const text = new Date(at).toISOString();'],
    ['the default of an option', 'db/src/drivers/a/driver.ts', 'open({ now: Date.now, ...options });'],
    ['clock in a test', 'mcp/src/a.test.ts', 'read(text, Date.now());'],
    ['clock of the wire', 'db/src/drivers/falkordb/wire/servers.ts', 'const until = Date.now() + ms;'],
    ['stderr', 'cli/src/a.ts', "process.stderr.write('x');"],
    ['the web port', 'core/src/a.ts', 'const { body } = await deps.web.fetch({ url });'],
    [
      'a method of that name',
      'cli/src/a.ts',
      'return {\n  async fetch(request) {\n    return web.fetch(request);\n  },\n};',
    ],
    ['the way out', 'providers/src/net/wire/a.ts', "import { request } from 'node:https';"],
    ['the line to the store', 'db/src/drivers/falkordb/wire/a.ts', "import { connect } from 'node:tls';"],
    ['the type of a socket', 'cli/src/a.ts', "import type { Socket } from 'node:net';"],
    ['a server of a test', 'providers/src/a.test.ts', "import { createServer } from 'node:http';\nawait fetch(url);"],
    [
      'words in comments and strings',
      'core/src/a.ts',
      "// import 'node:fs'\nconst a = 'process.env'; /* console.log */",
    ],
  ])('%s', (_name, file, text) => {
    expect(check(file, text)).toEqual([]);
  });
});

it('holds for the packages as they are', () => {
  verifies('R127');
  const root = path.join(import.meta.dirname, '../..');
  const files = readSources(root, ['packages/**/*.ts']);
  expect(checkLayers(files, readManifests(root))).toEqual([]);
  expect(findCrowded(files)).toEqual([]);
});

it('a folder of more than 25 source files is named; tests and what is generated are not counted', () => {
  const files = (count: number, name: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => ({ path: name(i), text: '' }));
  const full = files(26, (i) => `packages/core/src/full/${i}.ts`);
  const fine = [
    ...files(25, (i) => `packages/core/src/fine/${i}.ts`),
    ...files(25, (i) => `packages/core/src/fine/${i}.test.ts`),
    ...files(40, (i) => `packages/core/src/generated/${i}.ts`),
  ];
  expect(findCrowded([...full, ...fine]).map(({ file }) => file)).toEqual(['packages/core/src/full']);
});
