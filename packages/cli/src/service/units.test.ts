import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { removeTemporaryFolders, runZapomni, temporaryFolder } from '../testing/run-zapomni.ts';
import { serviceUnit, type ServiceParts } from './units.ts';

afterAll(removeTemporaryFolders);

const parts = (platform: NodeJS.Platform, ...command: string[]): ServiceParts => ({
  machine: { platform, home: '/home/ann', cwd: '/' },
  env: {},
  command,
  dataDir: '/home/ann/my data',
});
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

describe('a service file', () => {
  it('of systemd has every word as it was, and lies where the user has units', () => {
    const unit = serviceUnit(parts('linux', '/usr/bin/node', '/opt/a b/50%/$x/z"q.js', 'serve'));
    expect(unit?.file).toBe('/home/ann/.config/systemd/user/zapomni.service');
    expect(unit?.text).toContain('ExecStart=/usr/bin/node "/opt/a b/50%%/$$x/z\\"q.js" serve\n');
  });

  it('of launchd is XML, whatever the paths are', () => {
    const unit = serviceUnit(parts('darwin', '/usr/bin/node', '/opt/<a & b>/z.js', 'serve'));
    expect(unit?.file).toBe('/home/ann/Library/LaunchAgents/io.github.zapomni.plist');
    expect(unit?.text).toContain('<string>/opt/&lt;a &amp; b&gt;/z.js</string>');
    expect(unit?.text).toContain('<string>/home/ann/my data/run/service.log</string>');
  });

  it('is there for neither elsewhere', () => {
    expect(serviceUnit(parts('win32', 'node.exe'))).toBeNull();
  });

  it.skipIf(!hasSystemd)('is one that systemd takes', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-unit-'));
    const file = path.join(folder, 'zapomni.service');
    const unit = serviceUnit(parts('linux', process.execPath, '/opt/a b/50%/z.js', 'serve', '--stdio', 'false'));
    writeFileSync(file, unit?.text ?? '');
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--user', file], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(stderr.split('\n').filter((line) => line.includes('zapomni.service'))).toEqual([]);
  });
});

describe('zapomni service', () => {
  it('prints a file whose command is this one, and says where it belongs', async () => {
    const home = temporaryFolder();
    const env = { HOME: home, ZAPOMNI_DATA_DIR: path.join(home, 'data') };
    const done = await runZapomni(['service', '--for', 'systemd', '--http-port', '8765'], { env });
    expect([done.status, done.stderr]).toEqual([0, expect.stringContaining('.config/systemd/user/zapomni.service')]);
    const [, line = ''] = /^ExecStart=(.*)$/m.exec(done.stdout) ?? [];
    const [node = '', script = '', ...words] = line.split(' ');
    expect([existsSync(node), existsSync(script)]).toEqual([true, true]);
    expect(words).toEqual(['serve', '--stdio', 'false', '--http-port', '8765']);
    expect(execFileSync(node, [script, '--version'], { encoding: 'utf8' })).toMatch(/\d+\.\d+/);
    const other = await runZapomni(['service', '--for', 'launchd'], { env });
    expect([other.status, other.stdout]).toEqual([0, expect.stringContaining('<key>ProgramArguments</key>')]);
    expect((await runZapomni(['service', '--for', 'upstart'], { env })).status).not.toBe(0);
  });
});
