/** A service that answers searches as Europe PMC and bioRxiv do, from a list of works, and remembers when it was asked. For real processes. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PaperServer {
  /** Settings that make a program ask it and nobody else. */
  readonly settings: Readonly<Record<string, string>>;
  /** When each request came, in milliseconds. */
  readonly arrivals: number[];
  /** How many were under way at once. */
  readonly most: number;
  /** Of what came until now. */
  forget(): void;
  /** How long it takes over an answer. */
  delayMs: number;
  close(): Promise<void>;
}

export async function startPaperServer(works: number): Promise<PaperServer> {
  const arrivals: number[] = [];
  const told = { delayMs: 0, underWay: 0, most: 0 };
  const server = createServer((request, response) => {
    arrivals.push(performance.now());
    told.most = Math.max(told.most, ++told.underWay);
    response.on('close', () => void told.underWay--);
    const url = new URL(request.url ?? '/', 'http://localhost');
    const body = JSON.stringify(url.pathname.startsWith('/details/') ? posts(works, url) : results(works, url));
    setTimeout(() => response.setHeader('content-type', 'application/json').end(body), told.delayMs);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      ZAPOMNI_PAPER_SOURCES: 'europepmc,biorxiv',
      ZAPOMNI_EUROPEPMC_URL: `http://127.0.0.1:${port}`,
      ZAPOMNI_BIORXIV_URL: `http://127.0.0.1:${port}`,
    },
    arrivals,
    forget: () => {
      arrivals.length = 0;
      told.most = 0;
    },
    get most() {
      return told.most;
    },
    get delayMs() {
      return told.delayMs;
    },
    set delayMs(ms) {
      told.delayMs = ms;
    },
    close: () => closed(server),
  };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => void server.close(() => resolve()));
}

const numbered = <Made>(from: number, count: number, make: (i: number) => Made): Made[] =>
  Array.from({ length: Math.max(0, count) }, (_, i) => make(from + i));

function results(works: number, { searchParams }: URL) {
  const at = Number(/\d+/.exec(searchParams.get('cursorMark') ?? '')?.[0] ?? 0);
  const result = numbered(at, Math.min(Number(searchParams.get('pageSize') ?? 25), works - at), work);
  const next = at + result.length < works ? { nextCursorMark: `at${at + result.length}` } : {};
  return { hitCount: works, ...next, resultList: { result } };
}

const POSTS = 100;

/** `/details/biorxiv/<from>/<until>/<how many come before>/json`. */
function posts(works: number, { pathname }: URL) {
  const at = Number(pathname.split('/')[5]);
  const collection = numbered(at, Math.min(POSTS, works - at), post);
  return { messages: [{ status: 'ok', total: String(works) }], collection };
}

const yesterday = (): string => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

function post(i: number) {
  const { doi, title, abstractText: abstract } = work(i);
  const said = { version: '1', type: 'new results', category: 'ecology', server: 'bioRxiv' };
  return { doi, title, abstract, authors: 'Berg, E.', date: yesterday(), ...said };
}

function work(i: number) {
  const day = yesterday();
  return {
    id: String(1000 + i),
    source: 'MED',
    pmid: String(1000 + i),
    doi: `10.5555/tide.${i}`,
    title: `Tides of kind ${i} and what they leave.`,
    authorList: { author: [{ fullName: 'Berg E', firstName: 'Eva', lastName: 'Berg' }] },
    abstractText: `We counted shells of kind ${i} on the beach.`,
    firstPublicationDate: day,
  };
}
