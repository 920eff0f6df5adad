import { spawn } from 'node:child_process';

/** Whatever the user has for addresses. One that cannot be started is no fault: the address has been printed. */
export function openBrowser(address: string, platform: NodeJS.Platform): void {
  const [command, ...args] = launcher(address, platform);
  const child = spawn(command, args, { detached: true, stdio: 'ignore', windowsHide: true });
  child.on('error', () => undefined);
  child.unref();
}

function launcher(address: string, platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === 'darwin') return ['open', address];
  // No shell: what is in the address is never a command.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  return ['xdg-open', address];
}
