/** What other memory servers keep or export, and what must come of it. */
import type { Example } from './example.ts';

const mem0: Example = {
  format: 'mem0',
  make: (folder) =>
    folder.write('mem0.json', {
      count: 3,
      results: [
        {
          id: 'm-1',
          memory: 'Likes tea',
          hash: 'x',
          user_id: 'ada',
          metadata: { project: 'home' },
          categories: ['food'],
          created_at: '2026-01-05T08:00:00-07:00',
          updated_at: '2026-01-06T08:00:00-07:00',
        },
        { id: 'm-2', memory: ' ' },
        { memory: 'nobody knows me' },
      ],
    }),
  drafts: [
    {
      where: 'mem0.json results 1',
      text: 'Likes tea',
      source: 'mem0',
      tags: ['food'],
      metadata: {
        project: 'home',
        user_id: 'ada',
        updated_at: '2026-01-06T08:00:00-07:00',
        timestamp: '2026-01-05T08:00:00-07:00',
      },
      key: 'mem0:m-1',
    },
  ],
  skipped: { 'has no text': ['mem0.json results 2'], 'has no id': ['mem0.json results 3'] },
};

const service = {
  drafts: (where: string) => [
    {
      where,
      text: 'Deploys on Thursday',
      kind: 'decision',
      tags: ['release', 'team'],
      metadata: {
        priority: 'high',
        memory_type: 'decision',
        updated_at: '2026-01-02T00:00:00Z',
        timestamp: '2026-01-01T00:00:00Z',
      },
      key: 'mcp-memory-service:h-1',
    },
  ],
};

const serviceExport: Example = {
  format: 'mcp-memory-service',
  make: (folder) =>
    folder.write('export.json', {
      export_metadata: { source_machine: 'laptop', total_memories: 2 },
      memories: [
        {
          content: 'Deploys on Thursday',
          content_hash: 'h-1',
          tags: ['release', 'team'],
          created_at: 1767225600,
          updated_at: 1767312000.5,
          memory_type: 'decision',
          metadata: {},
          export_source: 'laptop',
        },
        { content: 'No hash', tags: [] },
      ],
    }),
  drafts: [
    {
      where: 'export.json memories 1',
      text: 'Deploys on Thursday',
      kind: 'decision',
      metadata: {
        memory_type: 'decision',
        updated_at: '2026-01-02T00:00:00.500Z',
        timestamp: '2026-01-01T00:00:00.000Z',
      },
    },
  ],
  skipped: { 'has no content_hash': ['export.json memories 2'] },
};

const serviceDatabase: Example = {
  format: 'mcp-memory-service',
  make: (folder) =>
    folder.database('sqlite_vec.db', (database) => {
      database.exec(`PRAGMA journal_mode = WAL; CREATE TABLE memories (id INTEGER PRIMARY KEY AUTOINCREMENT,
        content_hash TEXT UNIQUE NOT NULL, content TEXT NOT NULL, tags TEXT, memory_type TEXT, metadata TEXT, created_at REAL,
        updated_at REAL, created_at_iso TEXT, updated_at_iso TEXT, deleted_at REAL DEFAULT NULL)`);
      const put = database.prepare(
        `INSERT INTO memories (content_hash, content, tags, memory_type, metadata, created_at, updated_at, created_at_iso, updated_at_iso, deleted_at)
         VALUES (?, ?, 'release,team', 'decision', '{"priority":"high"}', 1767225600, 1767312000, '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', ?)`,
      );
      put.run('h-1', 'Deploys on Thursday', null);
      put.run('h-2', 'Deploys on Friday', 1767312001);
    }),
  drafts: service.drafts('sqlite_vec.db memories 1'),
  skipped: { 'was deleted there': ['sqlite_vec.db memories 2'] },
};

const palaceExport: Example = {
  format: 'mempalace',
  make(folder) {
    const drawer = (id: string, text: string, source: string) =>
      `## ${id}\n\n> ${text.split('\n').join('\n> ')}\n\n| Field | Value |\n|-------|-------|\n| Source | ${source} |\n| Filed | 2026-02-03T04:05:06 |\n| Added by | miner |\n\n---\n\n`;
    folder.write('index.md', '# Palace Export — 2026-03-01\n');
    folder.write(
      'work/api.md',
      `# work / api\n\n${drawer('drawer_1', 'First line\n\n## not a drawer', '/src/api.md')}${drawer('drawer_2', 'Second', 'unknown')}`,
    );
    folder.write('work/other.md', '# Something else\n');
    return folder.root;
  },
  drafts: [
    {
      where: 'work/api.md › drawer_1',
      text: 'First line\n\n## not a drawer',
      source: '/src/api.md',
      tags: ['work', 'api'],
      metadata: { added_by: 'miner', wing: 'work', room: 'api', timestamp: '2026-02-03T04:05:06' },
      key: 'mempalace:drawer_1',
    },
    { where: 'work/api.md › drawer_2', text: 'Second', source: 'mempalace' },
  ],
  skipped: {
    'is not a file of this format': ['index.md'],
    'is not a room that mempalace exported': ['work/other.md'],
  },
};

const palaceDatabase: Example = {
  format: 'mempalace',
  make: (folder) =>
    folder.database('chroma.sqlite3', (database) => {
      database.exec(`CREATE TABLE embeddings (id INTEGER PRIMARY KEY, segment_id TEXT, embedding_id TEXT, seq_id BLOB, created_at TIMESTAMP);
        CREATE TABLE embedding_metadata (id INTEGER, key TEXT, string_value TEXT, int_value INTEGER, float_value REAL, bool_value INTEGER)`);
      const put = (id: number, name: string, fields: Record<string, string | number>) => {
        database.prepare('INSERT INTO embeddings (id, embedding_id) VALUES (?, ?)').run(id, name);
        for (const [key, value] of Object.entries(fields))
          database
            .prepare('INSERT INTO embedding_metadata (id, key, string_value, int_value) VALUES (?, ?, ?, ?)')
            .run(id, key, typeof value === 'string' ? value : null, typeof value === 'number' ? value : null);
      };
      const place = { wing: 'work', filed_at: '2026-02-03T04:05:06' };
      put(1, 'drawer_1', {
        'chroma:document': 'Verbatim',
        ...place,
        room: 'api',
        source_file: '/a.md',
        chunk_index: 3,
      });
      put(2, '_reg_1', { 'chroma:document': '[registry] /a.md', ...place, room: '_registry' });
    }),
  drafts: [
    {
      where: 'chroma.sqlite3 drawers 1',
      text: 'Verbatim',
      source: '/a.md',
      tags: ['work', 'api'],
      metadata: { chunk_index: 3, wing: 'work', room: 'api', timestamp: '2026-02-03T04:05:06' },
      key: 'mempalace:drawer_1',
    },
  ],
  skipped: { 'is a record of a file that was read, no drawer': ['chroma.sqlite3 drawers 2'] },
};

const observation = {
  id: 4,
  memory_session_id: 's-1',
  project: 'app',
  text: null,
  type: 'bugfix',
  title: 'Race in the parser',
  subtitle: 'Two readers',
  facts: '["One lock, not two","Held for a page"]',
  narrative: 'The lock was taken late.',
  concepts: '["locking"]',
  files_read: '["a.ts"]',
  files_modified: '[]',
  created_at: '2026-07-01T00:00:00.000Z',
  created_at_epoch: 1782864000000,
};
const summary = {
  id: 1,
  memory_session_id: 's-1',
  project: 'app',
  request: 'Fix it',
  learned: 'Locks',
  next_steps: 'Ship',
  created_at: '2026-07-01T01:00:00.000Z',
  created_at_epoch: 1782867600000,
};
const prompt = {
  id: 2,
  content_session_id: 'k-1',
  prompt_number: 1,
  prompt_text: 'Please fix it',
  created_at: '2026-07-01T00:00:00.000Z',
  created_at_epoch: 1782864000000,
};

const claudeMemDrafts = (file: string): Example['drafts'] => [
  {
    where: `${file} observations 1`,
    text: 'Race in the parser\n\nTwo readers\n\nThe lock was taken late.\n\n- One lock, not two\n- Held for a page',
    kind: 'bugfix',
    tags: ['locking'],
    metadata: {
      type: 'bugfix',
      title: 'Race in the parser',
      files_read: ['a.ts'],
      project: 'app',
      session: 's-1',
      timestamp: '2026-07-01T00:00:00.000Z',
    },
    key: 'claude-mem:observations:s-1:4',
  },
  { where: `${file} summaries 1`, text: 'request: Fix it\n\nlearned: Locks\n\nnext steps: Ship', kind: 'summary' },
  {
    where: `${file} prompts 1`,
    text: 'Please fix it',
    metadata: { role: 'user', prompt_number: 1, session: 'k-1', timestamp: '2026-07-01T00:00:00.000Z' },
  },
];

const claudeMemExport: Example = {
  format: 'claude-mem',
  make: (folder) =>
    folder.write('memories.json', {
      exportedAt: '2026-07-02',
      query: 'x',
      observations: [observation, { ...observation, id: 5, title: '', subtitle: null, facts: '[]', narrative: '' }],
      sessions: [{ id: 1 }],
      summaries: [summary],
      prompts: [prompt],
    }),
  drafts: claudeMemDrafts('memories.json'),
  skipped: { 'has no text': ['memories.json observations 2'] },
};

const claudeMemDatabase: Example = {
  format: 'claude-mem',
  make: (folder) =>
    folder.database('claude-mem.db', (database) => {
      for (const [table, row] of Object.entries({
        observations: observation,
        session_summaries: summary,
        user_prompts: prompt,
      })) {
        const names = Object.keys(row);
        database.exec(`CREATE TABLE ${table} (${names.join(', ')})`);
        database.prepare(`INSERT INTO ${table} VALUES (${names.map(() => '?').join(', ')})`).run(...Object.values(row));
      }
    }),
  drafts: claudeMemDrafts('claude-mem.db'),
  skipped: {},
};

export const STORES: readonly Example[] = [
  mem0,
  serviceExport,
  serviceDatabase,
  palaceExport,
  palaceDatabase,
  claudeMemExport,
  claudeMemDatabase,
];
