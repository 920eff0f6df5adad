/** A question to a source and its answer, as it was recorded or made up. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PaperSourceName } from '@zapomni/core/ports';

export interface Exchange {
  readonly source: PaperSourceName;
  /** Of the file it was recorded in, without its ending; made-up ones have none. */
  readonly name?: string;
  readonly method: string;
  /** Behind the base address of the source, with its query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Recorded {
  readonly request: { readonly method: string; readonly url: string };
  readonly response: { readonly status: number; readonly headers: Record<string, string>; readonly body: unknown };
}

/** Europe PMC is the only one whose base has a path. */
const BASE_PATHS: Readonly<Partial<Record<PaperSourceName, string>>> = { europepmc: '/europepmc/webservices/rest' };

const SHARED = process.env['ZAPOMNI_SHARED'] ?? join(import.meta.dirname, '../../../../../shared');

/** Says why there are none, for the title of a test that is skipped; undefined where there are some. */
export function whyNoRecordings(): string | undefined {
  return existsSync(join(SHARED, 'fixtures/crossref')) ? undefined : 'no recorded exchanges beside the project';
}

/** All that were recorded of a source; none where there are no recordings. */
export function recordedExchanges(source: PaperSourceName): Exchange[] {
  const folder = join(SHARED, 'fixtures', source);
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.map((file) =>
    toExchange(source, file, JSON.parse(readFileSync(join(folder, file), 'utf8')) as Recorded),
  );
}

function toExchange(source: PaperSourceName, file: string, { request, response }: Recorded): Exchange {
  const url = new URL(request.url);
  const { status, headers, body } = response;
  return {
    source,
    name: file.replace(/\.json$/, ''),
    method: request.method,
    path: `${url.pathname.slice(BASE_PATHS[source]?.length ?? 0)}${url.search}`,
    status,
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}
