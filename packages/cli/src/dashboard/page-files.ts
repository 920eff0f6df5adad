/**
 * The page's files as routes: a fixed list, read once, so that no address can lead out of the folder. The names of all but the
 * first carry a hash of what is in them and may be kept for ever.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { page, type Routes } from '@zapomni/server/http';

/** Nothing that is not ours runs, is loaded or frames us; text that is put in as markup goes through one policy. */
const RUNS = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types zapomni',
].join('; ');

const HEADERS = {
  'content-security-policy': RUNS,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const FOR_EVER = { cache: { seconds: 31_536_000 } } as const;
const POLICY = { scope: 'public', cache: 'no-store', content: 'page' } as const;

/** Beside the bundle, or, from the sources, where the build has put it. */
export function pageFolder(): string | undefined {
  const places = [
    path.join(import.meta.dirname, 'dashboard'),
    path.join(import.meta.dirname, '../../../../dist/dashboard'),
  ];
  return places.find((place) => existsSync(path.join(place, 'index.html')));
}

export function pageRoutes(folder: string | undefined): Routes {
  if (folder === undefined) return { '/': notBuilt() };
  const names = readdirSync(folder).filter((name) => TYPES[path.extname(name)] !== undefined);
  return Object.fromEntries(
    names.map((name) => {
      const isStart = name === 'index.html';
      return [
        isStart ? '/' : `/${name}`,
        fileRoute(path.join(folder, name), isStart ? POLICY : { ...POLICY, ...FOR_EVER }),
      ];
    }),
  );
}

function fileRoute(file: string, policy: Parameters<typeof page>[0]) {
  const type = TYPES[path.extname(file)] as string;
  const body = readFileSync(file);
  return page(policy, async (exchange) => exchange.send(200, type, body, HEADERS));
}

function notBuilt() {
  const text = 'The page is not built. Run `npm run build` in the sources of Zapomni, then start the server again.\n';
  return page(POLICY, async (exchange) => exchange.send(503, 'text/plain; charset=utf-8', text, HEADERS));
}
