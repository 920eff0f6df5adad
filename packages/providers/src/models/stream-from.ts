/**
 * A file from the network, from some byte on. Who asks is sent on by some services to another host, which does not see what the
 * first one was told: it is asked once more, itself.
 */
import { ZapomniError } from '@zapomni/core/errors';
import type { Web, WebAnswer } from '@zapomni/core/ports';
import type { Coming, Wanted } from './model-source.ts';

const PARTIAL = 206;
const FOUND = 200;
/** A model may take hours over a slow line; that it stands still is noticed elsewhere. */
const MOST_MS = 6 * 3_600_000;

export async function streamFrom(web: Web, url: string, wanted: Wanted): Promise<Coming> {
  const answer = await ask(web, url, wanted);
  const isElsewhere = new URL(answer.url).origin !== new URL(url).origin;
  if (answer.status !== FOUND || wanted.from === 0 || !isElsewhere) return read(answer, wanted);
  await leave(answer.body);
  return read(await ask(web, answer.url, wanted), wanted);
}

function ask(web: Web, url: string, { file, from, signal }: Wanted): Promise<WebAnswer<'stream'>> {
  return web.fetch({
    url,
    as: 'stream',
    cache: 'off',
    maxBytes: file.bytes + 1,
    timeoutMs: MOST_MS,
    ...(from > 0 ? { headers: { range: `bytes=${from}-` } } : {}),
    ...(signal ? { signal } : {}),
  });
}

async function read({ status, headers, body }: WebAnswer<'stream'>, { file, from }: Wanted): Promise<Coming> {
  if (status === FOUND) return { at: 0, pieces: body };
  const begins = Number(/^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1] ?? Number.NaN);
  if (status === PARTIAL && begins === from) return { at: from, pieces: body };
  await leave(body);
  throw new ZapomniError('UPSTREAM_FAILED', `The source does not give ${file.path} (status ${status}).`, {
    hint: 'Look at the address, or name another with --from: a mirror, a folder or an archive.',
  });
}

/** Ends it without reading the rest. */
async function leave(body: AsyncIterable<Uint8Array>): Promise<void> {
  await body[Symbol.asyncIterator]().return?.();
}
