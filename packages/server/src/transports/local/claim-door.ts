/**
 * One server at a time has the door of a folder. What a killed one left behind is recognised by nobody answering, and
 * replaced; two that start at once are ordered by a lock, so that neither takes the other's door away.
 */
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import type { Server } from 'node:net';
import { withFileLock } from '../../auth/file-lock.ts';
import { ServerError } from '../../server-error.ts';
import { doorFile } from './door-file.ts';
import { makeRunFolder, placeForSocket, readDoor, removeDeadSockets, removeDoor, writeDoor } from './door-place.ts';
import { knock } from './knock.ts';

/** Listens with `server`; resolves with what gives the door back. Rejects with a ServerError when it is another's. */
export async function claimDoor(folder: string, server: Server): Promise<() => Promise<void>> {
  await makeRunFolder(folder);
  const file = doorFile(folder);
  const socket = await withFileLock(file, async () => {
    await clearDead(folder);
    await removeDeadSockets(folder);
    const place = await placeForSocket(folder);
    await listen(server, place);
    await writeDoor(folder, place);
    return place;
  });
  const giveBack = async (): Promise<void> => {
    if ((await readDoor(folder)) === socket) await removeDoor(folder, socket);
  };
  return () => withFileLock(file, giveBack);
}

async function clearDead(folder: string): Promise<void> {
  const socket = await readDoor(folder);
  if (socket === undefined) return;
  const alive = await knock(folder);
  if (alive === undefined) return removeDoor(folder, socket);
  alive.socket.destroy();
  const by = typeof alive.hello['pid'] === 'number' ? ` (process ${alive.hello['pid']})` : '';
  throw new ServerError('CONNECTION', `Another server${by} already lets in the local clients of this data folder.`);
}

async function listen(server: Server, socket: string): Promise<void> {
  server.listen(socket);
  await once(server, 'listening');
  // The folder around it keeps others out in any case.
  if (process.platform !== 'win32') await chmod(socket, 0o600);
}
