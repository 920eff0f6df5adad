/**
 * Every setting, once. From this object come the environment variables, the flags, `--help`, docs/configuration.md, the
 * masking of secrets in logs and the checks. Precedence: flag, environment, default. Only the command line reads the
 * environment; everyone else is handed values.
 */
import { z } from 'zod';
import { DEFAULT_WORKSPACE, RESERVED_WORKSPACES, WORKSPACE_PATTERN } from '../model/memory.ts';

interface SettingFacts {
  /** Shown as `***` in logs and reports. */
  readonly secret?: boolean;
  /** Other environment names that are accepted, older ones among them. */
  readonly aliases?: readonly string[];
  readonly section: 'store' | 'tools' | 'search' | 'model' | 'limits' | 'logs' | 'other engines';
}

export const settingFacts = z.registry<SettingFacts>();

const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const fraction = () => z.coerce.number().min(0).max(1);

export const configSchema = z
  .object({
    data_dir: z
      .string()
      .min(1)
      .register(settingFacts, { section: 'store' })
      .describe('Folder that holds everything Zapomni remembers.'),
    store: z
      .enum(['sqlite'])
      .default('sqlite')
      .register(settingFacts, { section: 'store' })
      .describe('Storage engine. `sqlite` is embedded and needs nothing.'),
    busy_timeout_ms: whole(100, 600_000)
      .default(10_000)
      .register(settingFacts, { section: 'store' })
      .describe('How long a write waits for another process before it fails with STORE_BUSY.'),
    workspace: z
      .string()
      .regex(WORKSPACE_PATTERN)
      .refine((id) => !RESERVED_WORKSPACES.includes(id), 'is reserved')
      .default(DEFAULT_WORKSPACE)
      .register(settingFacts, { section: 'store' })
      .describe('Workspace that a session starts in.'),
    tools: z
      .string()
      .min(1)
      .default('memory,workspaces')
      .register(settingFacts, { section: 'tools' })
      .describe('Tool groups shown to clients, by comma, or `all`.'),
    weight_meaning: fraction()
      .default(0.4)
      .register(settingFacts, { section: 'search' })
      .describe("Share of the meaning signal in a result's score; words have the rest."),
    search_wait_ms: whole(0, 60_000)
      .default(1500)
      .register(settingFacts, { section: 'search' })
      .describe('How long a search waits for the model before it answers from words alone.'),
    query_cache_size: whole(0, 100_000)
      .default(512)
      .register(settingFacts, { section: 'search' })
      .describe('How many query vectors are kept.'),
    embed_wait_ms: whole(0, 600_000)
      .default(3000)
      .register(settingFacts, { section: 'model' })
      .describe('How long an add waits for its embedding; it goes on in the background after that.'),
    embed_workers: whole(0, 64)
      .default(0)
      .register(settingFacts, { section: 'model' })
      .describe('Threads that embed at once. 0: one per core, at most 4, started as the work asks for them.'),
    chunk_size: whole(10, 2048)
      .default(512)
      .register(settingFacts, { section: 'model', aliases: ['CHUNK_SIZE'] })
      .describe('Passage length in tokens.'),
    chunk_overlap: whole(0, 1024)
      .default(50)
      .register(settingFacts, { section: 'model', aliases: ['CHUNK_OVERLAP'] })
      .describe('Tokens that neighbouring passages share.'),
    max_text_length: whole(1, 100_000_000)
      .default(10_000_000)
      .register(settingFacts, { section: 'limits', aliases: ['MAX_TEXT_LENGTH'] })
      .describe('Longest text of a memory, in Unicode characters.'),
    max_request_bytes: whole(1024, 1_073_741_824)
      .default(67_108_864)
      .register(settingFacts, { section: 'limits', aliases: ['MAX_REQUEST_BYTES'] })
      .describe('Longest request line; a longer one is skipped and answered with an error.'),
    request_timeout_seconds: whole(1, 86_400)
      .default(300)
      .register(settingFacts, { section: 'limits' })
      .describe('How long a tool may run.'),
    concurrency: whole(1, 1024)
      .default(8)
      .register(settingFacts, { section: 'limits' })
      .describe('Requests served at once. 1: strictly one after the other, in order of arrival.'),
    log_level: z
      .string()
      .toLowerCase()
      .pipe(z.enum(['debug', 'info', 'warning', 'error', 'critical']))
      .default('info')
      .register(settingFacts, { section: 'logs', aliases: ['LOG_LEVEL'] })
      .describe('Least level that is written to stderr.'),
    falkordb_host: z
      .string()
      .min(1)
      .default('localhost')
      .register(settingFacts, { section: 'other engines', aliases: ['FALKORDB_HOST'] })
      .describe('Checked and shown by `doctor`; without effect while `store` is `sqlite`.'),
    falkordb_port: whole(1, 65_535)
      .default(6379)
      .register(settingFacts, { section: 'other engines', aliases: ['FALKORDB_PORT'] })
      .describe('Checked and shown by `doctor`; without effect while `store` is `sqlite`.'),
    ollama_url: z
      .url({ protocol: /^https?$/ })
      .default('http://localhost:11434')
      .register(settingFacts, { section: 'other engines', aliases: ['OLLAMA_HOST', 'OLLAMA_BASE_URL'] })
      .describe('Checked and shown by `doctor`; without effect while the built-in model is used.'),
  })
  .strict()
  .refine((config) => config.chunk_overlap < config.chunk_size, {
    path: ['chunk_overlap'],
    error: 'must be smaller than chunk_size',
  });

export type Config = z.output<typeof configSchema>;
export type ConfigName = keyof Config;
