/** The proxies of docs/reverse-proxy.md, run with the very configuration that stands there, on free ports and without TLS. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '@zapomni/testkit/free-port';

const page = readFileSync(path.join(import.meta.dirname, '../../docs/reverse-proxy.md'), 'utf8');

export const PUBLIC_NAME = 'memory.example.com';

export interface Proxy {
  readonly isInstalled: boolean;
  /** Starts it in front of two ports, with its files in `folder`. */
  start(folder: string, instances: readonly [number, number]): Promise<RunningProxy>;
}

export interface RunningProxy {
  readonly port: number;
  stop(): Promise<void>;
}

export const PROXIES: readonly (readonly [string, Proxy])[] = [
  ['nginx', { isInstalled: isInstalled('nginx', '-v'), start: startNginx }],
  ['Caddy', { isInstalled: isInstalled('caddy', 'version'), start: startCaddy }],
];

function isInstalled(command: string, flag: string): boolean {
  return spawnSync(command, [flag], { stdio: 'ignore' }).status === 0;
}

/** A code block of the page, with the real ports in it. */
function configuration(language: string, [first, second]: readonly [number, number]): string {
  const [, block] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
  if (block === undefined) throw new Error(`docs/reverse-proxy.md has no configuration in ${language}.`);
  return block.replaceAll('127.0.0.1:8765', `127.0.0.1:${first}`).replaceAll('127.0.0.1:8766', `127.0.0.1:${second}`);
}

async function startNginx(folder: string, instances: readonly [number, number]): Promise<RunningProxy> {
  const port = await freePort();
  const site = configuration('nginx', instances)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^\s*ssl_certificate.*$/gm, '');
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temporary = kinds.map((kind) => `${kind}_temp_path ${path.join(folder, kind)};`).join('\n');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'nginx.conf');
  const frame = `daemon off; pid ${path.join(folder, 'nginx.pid')}; error_log ${path.join(folder, 'error.log')};`;
  writeFileSync(file, `${frame}\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${site}\n}\n`);
  return running(spawn('nginx', ['-p', folder, '-c', file], { stdio: 'ignore' }), port);
}

async function startCaddy(folder: string, instances: readonly [number, number]): Promise<RunningProxy> {
  const port = await freePort();
  const site = configuration('caddyfile', instances).replace(
    `${PUBLIC_NAME} {`,
    `http://${PUBLIC_NAME}:${port} {\n  bind 127.0.0.1`,
  );
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'Caddyfile');
  writeFileSync(file, `{\n  admin off\n}\n${site}`);
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return running(spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { stdio: 'ignore', env }), port);
}

async function running(child: ChildProcess, port: number): Promise<RunningProxy> {
  const ended = once(child, 'exit');
  const listening = async () => {
    while (!(await isListening(port))) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const early = ended.then(() => {
    throw new Error('The proxy ended before it listened: is its configuration valid?');
  });
  await Promise.race([listening(), early]);
  early.catch(() => undefined);
  return {
    port,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function isListening(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health`).then(
    () => true,
    () => false,
  );
}
