import path from 'node:path';

/** The file that names the socket; there is none unless a server serves here, or was killed while it did. */
export function doorFile(folder: string): string {
  return path.join(folder, 'run', 'door');
}
