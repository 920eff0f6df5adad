/**
 * The architecture as one table: what each package may import of ours, what it may not touch, and who may read the
 * environment or write to stdout. `npm run check:layers` holds the sources against it.
 */
export interface LayerRule {
  /** Doors of ours it may import: `core` is the main door, `core/ports` another, `core/*` all of them. */
  readonly ours: readonly string[];
  /** Node modules (without `node:`) and packages that it may not import; a trailing `/*` covers all below. */
  readonly forbidden: readonly string[];
  readonly readsEnvironment: boolean;
  /** Files, relative to the package, that may write to stdout: everywhere else it belongs to the protocol. */
  readonly writesStdout: RegExp | null;
}

const MCP_SDK = ['@modelcontextprotocol/*'];
const OUTSIDE_WORLD = [
  'child_process',
  'cluster',
  'dgram',
  'dns',
  'dns/*',
  'fs',
  'fs/*',
  'http',
  'http2',
  'https',
  'net',
  'process',
  'readline',
  'readline/*',
  'sqlite',
  'tls',
  'worker_threads',
];

const inner: LayerRule = { ours: [], forbidden: [], readsEnvironment: false, writesStdout: null };
const adapter: LayerRule = { ...inner, ours: ['core/ports', 'core/model', 'core/errors'], forbidden: MCP_SDK };

export const LAYERS: Readonly<Record<string, LayerRule>> = {
  core: { ...inner, forbidden: [...OUTSIDE_WORLD, 'os', ...MCP_SDK] },
  server: { ...inner, writesStdout: /^src\/transports\/stdio\// },
  db: adapter,
  providers: adapter,
  mcp: { ...inner, ours: ['core/*', 'server/*'], forbidden: OUTSIDE_WORLD },
  api: { ...inner, ours: ['core/*', 'mcp/*', 'server/*'], forbidden: OUTSIDE_WORLD },
  // The page: what it has of ours are types, which the bundler drops.
  dashboard: { ...inner, ours: ['api/*'], forbidden: [...OUTSIDE_WORLD, 'os', ...MCP_SDK] },
  cli: {
    ...inner,
    ours: ['api/*', 'core/*', 'db/*', 'mcp/*', 'providers/*', 'server/*'],
    readsEnvironment: true,
    writesStdout: /^src\/(output|hook\/hook\.ts)/,
  },
};

/** Folders side by side of which none may import another: the first group says which it is. Trials are test code. */
export const APART = /^packages\/db\/src\/drivers\/([^/]+)\/(?!testing\/)/;

/** For tests and scripts: everything the package itself may import, the testkit, and the outside world. */
export function testRule(rule: LayerRule): LayerRule {
  return { ours: [...rule.ours, 'testkit/*'], forbidden: [], readsEnvironment: true, writesStdout: /./ };
}

/** The testkit is test code through and through; nothing but tests may import it. */
export const TESTKIT: LayerRule = testRule({
  ...inner,
  ours: ['api/*', 'core/*', 'db/*', 'mcp/*', 'providers/*', 'server/*'],
});
