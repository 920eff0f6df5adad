/**
 * Every setting, once. From this object come the environment variables, the flags, `--help`, docs/configuration.md, the
 * masking of secrets in logs and the checks. Precedence: flag, environment, settings file, default. Only the command line
 * reads the environment and the file; everyone else is handed values.
 */
import { z } from 'zod';
import { FUSION_METHODS, SEARCH_STAGES } from '../model/search-options.ts';
import { DEFAULT_WORKSPACE, RESERVED_WORKSPACES, WORKSPACE_PATTERN } from '../model/memory.ts';
import { browserSettings } from './browser-settings.ts';
import { captureSettings } from './capture-settings.ts';
import { modelSettings, requireEndpoint } from './model-settings.ts';
import { paperSettings } from './paper-settings.ts';
import { researchSettings } from './research-settings.ts';
import { listed, secretSetting, setting, whole } from './setting.ts';
import { webSearchSettings } from './web-search-settings.ts';
import { webSettings } from './web-settings.ts';

const STORE_FORM = /^(sqlite|falkordb|falkordbs?:\/\/\S+)$/;
const STORE_ADVICE = 'takes `sqlite`, `falkordb` or `falkordb://[user:password@]host:port`';

const workspaceName = z
  .string()
  .regex(WORKSPACE_PATTERN)
  .refine((id) => !RESERVED_WORKSPACES.includes(id), 'is reserved');
const logLevel = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['debug', 'info', 'warning', 'error', 'critical']));

const stageNames = z
  .string()
  .refine(
    (names) => listed(names).every((name) => (SEARCH_STAGES as readonly string[]).includes(name)),
    `may name ${SEARCH_STAGES.join(', ')}`,
  );

/** `off`, or names of languages as Tesseract has them. */
const languages = z.string().regex(/^[a-z_]{3,}(?:\+[a-z_]{3,})*$/, 'takes `off`, or languages such as `eng+deu`');

export const configSchema = z
  .strictObject({
    config_file: setting(
      'general',
      z.string().min(1).default('none'),
      'File with further settings, one `NAME=value` a line as in the environment, which wins over it. A server reads it again on SIGHUP.',
    ),
    share: setting(
      'general',
      z.enum(['auto', 'never', 'background']).default('auto'),
      'Whether stdio clients use a running server of the same data folder and settings, and whether a server lets them in. `background`: the first that comes starts one for all.',
    ),
    idle_minutes: setting(
      'general',
      whole(0, 10_080).default(30),
      'After how long without a client a server in the background ends; 0: never.',
    ),
    ...captureSettings,
    data_dir: setting('store', z.string().min(1), 'Folder that holds everything Zapomni remembers.'),
    store: setting(
      'store',
      z.string().regex(STORE_FORM, STORE_ADVICE).default('sqlite'),
      'Where memories are kept. `sqlite` is embedded and needs nothing; `falkordb://[user:password@]host:port` is a server (docs/scaling.md).',
    ),
    falkordb_host: setting(
      'store',
      z.string().min(1).default('localhost'),
      'Server of the store `falkordb`, for those who do not write it as an address.',
      'FALKORDB_HOST',
    ),
    falkordb_port: setting('store', whole(1, 65_535).default(6379), 'Its port.', 'FALKORDB_PORT'),
    falkordb_username: setting('store', z.string().default(''), 'Its user, if it has users.', 'FALKORDB_USERNAME'),
    falkordb_password: secretSetting(
      'store',
      z.string().default(''),
      'Its password, if it wants one.',
      'FALKORDB_PASSWORD',
    ),
    falkordb_ca_file: setting(
      'store',
      z.string().default(''),
      "File with the certificates to trust in place of the system's, for `falkordbs://`.",
    ),
    falkordb_connections: setting(
      'store',
      whole(1, 200).default(8),
      'Connections to each FalkorDB server, opened as they are needed.',
    ),
    falkordb_timeout_ms: setting(
      'store',
      whole(100, 600_000).default(30_000),
      'How long a query to FalkorDB may take.',
    ),
    busy_timeout_ms: setting(
      'store',
      whole(100, 600_000).default(10_000),
      'How long a write waits for another process before it fails with STORE_BUSY.',
    ),
    blob_dir: setting(
      'store',
      z.string().min(1).default('blobs'),
      'Folder for the bytes of documents and pictures; a relative one lies in the data folder. Machines that share a store share it too.',
    ),
    workspace: setting('store', workspaceName.default(DEFAULT_WORKSPACE), 'Workspace that a session starts in.'),
    projects: setting(
      'store',
      z.enum(['off', 'on']).default('off'),
      "Whether a client that is started in a project's folder works in that project's workspace and finds the one above along with it (docs/clients.md).",
    ),
    tools: setting(
      'tools',
      z.string().min(1).default('memory,workspaces'),
      'Tool groups shown to clients, by comma, or `all`.',
    ),
    http_port: setting(
      'http',
      whole(0, 65_535).optional(),
      'Port of the HTTP server; there is none unless this is given.',
    ),
    host: setting(
      'http',
      z.string().min(1).default('127.0.0.1'),
      'Address that the HTTP server listens on. Off loopback it needs a token and `allowed_hosts`.',
    ),
    allowed_hosts: setting(
      'http',
      z.string().default(''),
      'Names by which clients call the server, by comma; the loopback names always count on a loopback address.',
    ),
    allowed_origins: setting('http', z.string().default(''), 'Web origins whose pages may call the server, by comma.'),
    legacy_sse: setting(
      'http',
      z.stringbool().default(false),
      'Serve the deprecated HTTP+SSE transport (`/sse`, `/messages`) too.',
    ),
    session_ttl_seconds: setting('http', whole(1, 604_800).default(1800), 'How long an HTTP session may be idle.'),
    max_sessions: setting(
      'http',
      whole(1, 1_000_000).default(1000),
      'HTTP sessions open at once; the next one is refused.',
    ),
    oauth_issuer: setting(
      'http',
      z.string().default(''),
      'Authorization server whose access tokens are taken, as they name it; needs the next two as well.',
    ),
    oauth_jwks_url: setting('http', z.string().default(''), 'Where the public keys of that server are.'),
    oauth_resource: setting(
      'http',
      z.string().default(''),
      'URL of this server as clients use it, which its tokens are made for.',
    ),
    stdio: setting(
      'http',
      z.stringbool().default(true),
      'Serve on stdin and stdout. Switch it off in a container that serves HTTP alone.',
    ),
    file_roots: setting(
      'files',
      z.string().min(1).default('none'),
      'Folders whose files clients may read as `file:///…` resources, separated like PATH, or `none`.',
    ),
    file_grants: setting(
      'files',
      z.string().min(1).default('none'),
      'Narrower folders for single clients: `client=folder`, separated like PATH. A client named here reads only below its own.',
    ),
    max_file_bytes: setting(
      'files',
      whole(1, 268_435_456).default(10_000_000),
      'Largest file that is read; a larger one is refused.',
    ),
    ocr: setting(
      'files',
      languages.default('off'),
      'Recognise pages that are pictures of text, in these languages: `eng` or `eng+deu`. Tesseract and their data are installed by hand (docs/documents.md). `off` leaves them.',
    ),
    file_reads_per_minute: setting(
      'files',
      whole(1, 1_000_000).default(600),
      'How many files one client may read in a minute, all at once or spread out.',
    ),
    vault_dir: setting(
      'files',
      z.string().min(1).default('none'),
      'Folder of notes, such as a vault of Obsidian, in which notes of papers are kept (docs/papers.md), or `none`.',
      'OBSIDIAN_VAULT_PATH',
    ),
    export_dir: setting(
      'files',
      z.string().min(1).default('exports'),
      'Folder that exports are written to, and nowhere else; a relative one lies in the data folder.',
    ),
    ...webSettings,
    ...browserSettings,
    ...webSearchSettings,
    ...paperSettings,
    ...researchSettings,
    weight_meaning: setting(
      'search',
      z.coerce.number().min(0).max(1).default(0.5),
      'Share of the meaning signal in a score; words have the rest.',
    ),
    weight_rerank: setting(
      'search',
      z.coerce.number().min(0).max(1).default(0.5),
      'Share of the word-by-word look in the score of the best candidates.',
    ),
    weight_time: setting(
      'search',
      z.coerce.number().min(0).max(2).default(0.5),
      'What lying within the time that a question names adds to a score.',
    ),
    fusion: setting('search', z.enum(FUSION_METHODS).default('weighted'), 'How word and meaning scores become one.'),
    search_off: setting(
      'search',
      stageNames.default(''),
      `Stages of a search to do without, separated by commas: ${SEARCH_STAGES.join(', ')}.`,
    ),
    search_wait_ms: setting(
      'search',
      whole(0, 60_000).default(2500),
      'How long a search waits for the model before it answers from words alone.',
    ),
    query_cache_size: setting(
      'search',
      whole(0, 100_000).default(512),
      'How many query vectors are kept, and as many answers up to 64.',
    ),
    graph: setting(
      'graph',
      z.enum(['on', 'off']).default('on'),
      'Whether what is added is read in the background for what it names and how that relates.',
    ),
    graph_min_confidence: setting(
      'graph',
      z.coerce.number().min(0).max(1).default(0.7),
      'Names and relations found with less confidence are left out of the graph.',
    ),
    extractor: setting(
      'graph',
      z.enum(['builtin', 'llm']).default('builtin'),
      'What reads texts for the graph. `builtin` works offline; `llm` asks the language model, and falls back on `builtin`.',
    ),
    extractor_calls_per_minute: setting(
      'graph',
      whole(1, 100_000).default(60),
      'How often the language model may be asked to read; what is beyond that is read by `builtin`.',
    ),
    extractor_max_calls: setting(
      'graph',
      whole(0, 1_000_000_000).default(0),
      'How often it may be asked in all while a process runs. 0: without a limit.',
    ),
    ...modelSettings,
    max_text_length: setting(
      'limits',
      whole(1, 100_000_000).default(10_000_000),
      'Longest text of a memory, in Unicode characters.',
      'MAX_TEXT_LENGTH',
    ),
    max_request_bytes: setting(
      'limits',
      whole(1024, 1_073_741_824).default(67_108_864),
      'Longest request; a longer one is skipped and answered with an error.',
      'MAX_REQUEST_BYTES',
    ),
    request_timeout_seconds: setting('limits', whole(1, 86_400).default(300), 'How long a tool may run.'),
    concurrency: setting(
      'limits',
      whole(1, 1024).default(8),
      'Tool calls served at once. 1: one after the other, in order of arrival.',
    ),
    log_level: setting('logs', logLevel.default('info'), 'Least level that is written to stderr.', 'LOG_LEVEL'),
  })
  .refine((config) => config.chunk_overlap < config.chunk_size, {
    path: ['chunk_overlap'],
    error: 'must be smaller than chunk_size',
  })
  .check((context) => {
    for (const use of ['embed', 'llm'] as const) requireEndpoint(context, use);
  });

export type Config = z.output<typeof configSchema>;
export type ConfigName = keyof Config;
