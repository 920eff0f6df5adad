/** The files by which a system starts the server by itself: what stands in them, where they belong, and what to type then. */
import path from 'node:path';
import { defaultDataDir } from '../settings/data-dir.ts';
import type { Environment, Machine } from '../settings/given-settings.ts';

export interface ServiceUnit {
  readonly file: string;
  readonly text: string;
  readonly afterwards: readonly string[];
}

export interface ServiceParts {
  readonly machine: Machine;
  readonly env: Environment;
  /** Program and words that start the server; paths in full, because a service has no PATH of yours. */
  readonly command: readonly string[];
  readonly dataDir: string;
}

const LABEL = 'io.github.zapomni';

/** Null for a system that has neither. */
export function serviceUnit(parts: ServiceParts): ServiceUnit | null {
  if (parts.machine.platform === 'linux') return systemdUnit(parts);
  return parts.machine.platform === 'darwin' ? launchdFile(parts) : null;
}

function systemdUnit({ machine, env, command }: ServiceParts): ServiceUnit {
  const folder = env['XDG_CONFIG_HOME'] || path.posix.join(machine.home, '.config');
  return {
    file: path.posix.join(folder, 'systemd', 'user', 'zapomni.service'),
    text: `[Unit]
Description=Zapomni memory server

[Service]
ExecStart=${command.map(forSystemd).join(' ')}
ExecReload=/bin/kill -HUP $MAINPID
Restart=on-failure
TimeoutStopSec=15
NoNewPrivileges=true

[Install]
WantedBy=default.target
`,
    afterwards: [
      'systemctl --user daemon-reload',
      'systemctl --user enable --now zapomni',
      'journalctl --user -u zapomni -f',
    ],
  };
}

/** Quoted, with what it would expand written twice. */
function forSystemd(word: string): string {
  const plain = word.replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /^[\w@%+=:,./$-]+$/.test(plain) ? plain : `"${plain.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function launchdFile({ machine, env, command, dataDir }: ServiceParts): ServiceUnit {
  const file = path.posix.join(machine.home, 'Library', 'LaunchAgents', `${LABEL}.plist`);
  const log = path.posix.join(dataDir || defaultDataDir(env, machine), 'run', 'service.log');
  const words = command.map((word) => `      <string>${forXml(word)}</string>`).join('\n');
  return {
    file,
    text: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
  <dict>
    <key>Label</key><string>${LABEL}</string>
    <key>ProgramArguments</key>
    <array>
${words}
    </array>
    <key>RunAtLoad</key><true/>
    <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
    <key>StandardErrorPath</key><string>${forXml(log)}</string>
  </dict>
</plist>
`,
    afterwards: [
      `launchctl bootstrap gui/$(id -u) "${file}"`,
      `launchctl bootout gui/$(id -u)/${LABEL}   # to end it for good`,
    ],
  };
}

const forXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
