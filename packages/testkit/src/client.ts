/**
 * A real MCP client on a real server in one process: the tools as a client sees them, over the stdio transport on a pair of
 * streams, with a real store: SQLite in a folder of its own unless another is given. Only the embedder is a fake unless one is
 * given.
 */
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { Client, type CallToolResult, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { createApp, type App } from '@zapomni/core';
import { parseConfig } from '@zapomni/core/config';
import type {
  Browser,
  CodeParser,
  Embedder,
  Extractor,
  FileReader,
  Files,
  Git,
  Logger,
  ModelOpener,
  PaperSources,
  SecretStore,
  Storage,
  Web,
  WebSearch,
} from '@zapomni/core/ports';
import { openSqliteStorage } from '@zapomni/db';
import { createZapomniServer, loadTools } from '@zapomni/mcp';
import { systemClock, uuidV7Source } from '@zapomni/providers';
import { createBackupShelf } from '@zapomni/providers/backups';
import { createFolderBlobStore } from '@zapomni/providers/blobs';
import { createLocalFileWriter } from '@zapomni/providers/files';
import { createDocumentReader, findCharset } from '@zapomni/providers/readers';
import { createCitationStyler } from '@zapomni/providers/styles';
import { createStdioTransport } from '@zapomni/server/stdio';
import { createFakeEmbedder, createFakeExtractor, createRecordingLogger, offlineWeb } from './fakes/index.ts';

export interface TestClientOptions {
  /** A folder to go on with; a new one, removed at the end, by default. */
  readonly dataDir?: string;
  /** SQLite in the folder by default. Called for every client of the same data. */
  readonly openStorage?: (parts: { readonly dataDir: string; readonly logger: Logger }) => Storage;
  readonly embedder?: Embedder;
  readonly extractor?: Extractor;
  /** None by default: there is no other model than that. */
  readonly models?: ModelOpener;
  /** None by default: the server then has no files to read. */
  readonly files?: FileReader;
  /** What documents are read from; none by default. */
  readonly filesForUser?: Files;
  /** None by default: no code is indexed. */
  readonly codeParser?: CodeParser;
  readonly git?: Git;
  /** Reaches nothing by default. */
  readonly web?: Web;
  /** None by default. */
  readonly webSearches?: readonly WebSearch[];
  /** None by default: no source of papers may be asked. */
  readonly paperSources?: PaperSources;
  /** None by default: no site is visited. Whoever made it closes it, unless the application does. */
  readonly browser?: Browser;
  readonly secrets?: SecretStore;
  readonly settings?: Readonly<Record<string, string>>;
  /** Served instead of one made of the above. Whoever made it closes it. */
  readonly app?: App;
}

/** Structured results are looked into freely by tests; what they hold is the output schema's business. */
// oxlint-disable-next-line typescript/no-explicit-any
type Structured = any;

export interface TestClient {
  readonly client: Client;
  readonly app: App;
  readonly dataDir: string;
  /** Of its own application. */
  readonly storage: Storage;
  readonly logger: ReturnType<typeof createRecordingLogger>;
  /** The structured content of a call that succeeds. */
  call(tool: string, args?: Record<string, unknown>): Promise<Structured>;
  /** The whole result, errors included. */
  raw(tool: string, args?: Record<string, unknown>): Promise<CallToolResult>;
  /** The text of a call that must fail. */
  fails(tool: string, args?: Record<string, unknown>): Promise<string>;
  /** Another client of the same data: its own session, server and store connection. */
  another(): Promise<TestClient>;
  close(): Promise<void>;
}

export async function openTestClient(options: TestClientOptions = {}): Promise<TestClient> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'zapomni-test-'));
  const logger = createRecordingLogger();
  const config = parseConfig({ data_dir: dataDir, tools: 'all', ...options.settings });
  const {
    openStorage = (parts) => openSqliteStorage({ ...parts, busyTimeoutMs: config.busy_timeout_ms }),
  }: TestClientOptions = options;
  // Opens nothing until it is asked something.
  const storage = openStorage({ dataDir, logger });
  const own = createApp({
    storage,
    embedder: options.embedder ?? createFakeEmbedder(),
    extractor: options.extractor ?? createFakeExtractor(),
    blobs: createFolderBlobStore({ folder: join(dataDir, config.blob_dir), clock: systemClock }),
    backups: createBackupShelf(dataDir),
    exports: createLocalFileWriter({ folder: join(dataDir, config.export_dir), field: 'output_path', logger }),
    ...(options.models ? { models: options.models } : {}),
    ...(options.filesForUser ? { files: options.filesForUser } : {}),
    ...(options.codeParser ? { codeParser: options.codeParser } : {}),
    ...(options.git ? { git: options.git } : {}),
    ...(options.paperSources ? { paperSources: options.paperSources } : {}),
    documentReader: createDocumentReader({ logger }),
    findCharset,
    citationStyler: createCitationStyler({ logger }),
    web: options.web ?? offlineWeb,
    ...(options.webSearches ? { webSearches: options.webSearches } : {}),
    ...(options.browser ? { browser: options.browser } : {}),
    ...(options.secrets ? { secrets: options.secrets } : {}),
    clock: systemClock,
    ids: uuidV7Source({ now: systemClock.now }),
    random: Math.random,
    logger,
    config,
  });
  const app = options.app ?? own;
  const server = createZapomniServer({
    app,
    logger,
    tools: await loadTools(config.tools),
    concurrency: config.concurrency,
    timeoutMs: config.request_timeout_seconds * 1000,
    files: options.files,
  });
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const running = server.run({
    signals: new EventEmitter(),
    transport: createStdioTransport({ stdin, stdout, maxRequestBytes: config.max_request_bytes, logger }),
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(overStreams(stdout, stdin));
  const raw = (name: string, args = {}) => client.callTool({ name, arguments: args }) as Promise<CallToolResult>;
  return {
    client,
    app,
    dataDir,
    storage,
    logger,
    raw,
    async call(tool, args) {
      const result = await raw(tool, args);
      if (result.isError) throw new Error(textOf(result));
      return result.structuredContent;
    },
    async fails(tool, args) {
      const result = await raw(tool, args);
      if (!result.isError) throw new Error(`${tool} succeeded: ${textOf(result)}`);
      return textOf(result);
    },
    another: () => openTestClient({ ...options, dataDir }),
    async close() {
      await client.close();
      stdin.end();
      await running;
      await own.close();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export function textOf(result: CallToolResult): string {
  return result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

function overStreams(input: PassThrough, output: PassThrough): Transport {
  const transport: Transport = {
    async start() {
      createInterface({ input }).on('line', (line) => transport.onmessage?.(JSON.parse(line) as JSONRPCMessage));
    },
    async send(message) {
      output.write(`${JSON.stringify(message)}\n`);
    },
    async close() {
      transport.onclose?.();
    },
  };
  return transport;
}
