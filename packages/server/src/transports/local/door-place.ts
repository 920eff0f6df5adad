/**
 * Where the private door of a folder is. A file in the folder names the socket, because a socket's path may not be longer
 * than about a hundred bytes and a data folder's may: then the socket lies in a short, private folder of the system's.
 */
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { doorFile } from './door-file.ts';

/** What every system takes, its closing NUL not counted: macOS has 104 bytes, Linux 108. */
const MAX_SOCKET_PATH = 103;
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const SHORT_NAME = 'mcp-';
/** Each server has a name of its own, so that one which was given up for dead cannot take away another's. */
const SOCKET = /^[0-9a-f]{8}\.sock$/;

/** The socket's path, or `undefined` where there is no door. */
export async function readDoor(folder: string): Promise<string | undefined> {
  const text = await readFile(doorFile(folder), 'utf8').catch(() => '');
  return text.trim() || undefined;
}

/** Makes the folder that nobody else may enter. */
export async function makeRunFolder(folder: string): Promise<void> {
  const run = path.dirname(doorFile(folder));
  await mkdir(run, { recursive: true, mode: PRIVATE_FOLDER });
  await chmod(run, PRIVATE_FOLDER);
}

/** Where a new socket is to be: in the run folder, or in a private one of its own. */
export async function placeForSocket(folder: string): Promise<string> {
  if (process.platform === 'win32') return `\\\\.\\pipe\\${SHORT_NAME}${crypto.randomUUID()}`;
  const id = crypto.randomUUID().slice(0, 8);
  const near = path.join(path.dirname(doorFile(folder)), `${id}.sock`);
  if (Buffer.byteLength(near) <= MAX_SOCKET_PATH) return near;
  return path.join(await mkdtemp(path.join(tmpdir(), SHORT_NAME)), `${id}.sock`);
}

export async function writeDoor(folder: string, socket: string): Promise<void> {
  await writeFile(doorFile(folder), `${socket}\n`, { mode: PRIVATE_FILE });
  await chmod(doorFile(folder), PRIVATE_FILE);
}

/** Takes away what a server that is gone, or goes, has left. Nothing but what this file makes is ever removed. */
export async function removeDoor(folder: string, socket: string): Promise<void> {
  await rm(doorFile(folder), { force: true });
  const around = path.dirname(socket);
  if (process.platform === 'win32' || !SOCKET.test(path.basename(socket))) return;
  const isOwn = path.basename(around).startsWith(SHORT_NAME);
  if (!isOwn && around !== path.dirname(doorFile(folder))) return;
  await rm(socket, { force: true });
  if (isOwn) await rmdir(around).catch(() => undefined);
}

/** Sockets of servers that were killed before their door named one, or after somebody else's did. Only for who has the lock, and knows that nobody is alive. */
export async function removeDeadSockets(folder: string): Promise<void> {
  const run = path.dirname(doorFile(folder));
  const dead = (await readdir(run)).filter((name) => SOCKET.test(name));
  await Promise.all(dead.map((name) => rm(path.join(run, name), { force: true })));
}
