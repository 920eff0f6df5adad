/** Notes and rows, each as one format has them, and what must come of them. */
import type { Example } from './example.ts';

export const NOTES: readonly Example[] = [
  {
    format: 'markdown',
    make(folder) {
      folder.write(
        'a.md',
        '---\ntitle: "Plan: spring"\ndate: 2026-03-01\ntags: [garden, "to do"]\nrating: 4\n---\nSow beans, see [[Beds|the beds]].\n',
      );
      folder.write('deep/b.markdown', '# Beds\n\nThree of them. `[[no link]]`\n');
      folder.write(
        'own-0c9d8e11.md',
        '---\nmemory_id: 0199f1c2-7a3e-7c41-9d7e-3f2a1b0c9d8e\nkind: fact\ntags:\n  - tea\nsource: Anna\nremembered: "2026-01-01T00:00:00.000Z"\nrevised: "2026-01-01T00:00:00.000Z"\nmemory_workspace: default\nmood: calm\n---\nTea at four.\n\n<!-- zapomni: related; made anew with each change, write above this line -->\n[[Anna]]\n<!-- zapomni: end -->\n',
      );
      folder.write('empty.md', '---\ntitle: x\n---\n');
      folder.write('photo.png', 'not really');
      folder.write('.hidden/c.md', 'left alone');
      return folder.root;
    },
    drafts: [
      {
        where: 'a.md',
        text: '# Plan: spring\n\nSow beans, see [[Beds|the beds]].',
        source: /a\.md$/,
        kind: 'note',
        tags: ['garden', 'to do'],
        metadata: { title: 'Plan: spring', date: '2026-03-01', rating: 4, links: ['Beds'], timestamp: '2026-03-01' },
        key: /^markdown:.*a\.md$/,
      },
      { where: 'deep/b.markdown', text: '# Beds\n\nThree of them. `[[no link]]`', metadata: {}, tags: [] },
      {
        where: 'own-0c9d8e11.md',
        text: 'Tea at four.',
        source: 'Anna',
        kind: 'fact',
        tags: ['tea'],
        metadata: { mood: 'calm' },
        key: 'zapomni:0199f1c2-7a3e-7c41-9d7e-3f2a1b0c9d8e',
      },
    ],
    skipped: { 'has no text': ['empty.md'], 'is not a file of this format': ['photo.png'] },
  },
  {
    format: 'obsidian',
    make(folder) {
      folder.write(
        'People/Ada.md',
        '---\naliases:\n  - Countess\ntags:\n  - person\ncreated: 2025-12-31T10:00:00Z\n---\nKnows [[Charles Babbage#Engine|Charles]] and ![[Portrait.png]]. #math/analysis #1 see#no\n```sh\n# comment #nottag [[nolink]]\n```\n',
      );
      folder.write('.obsidian/app.json', '{}');
      return folder.root;
    },
    drafts: [
      {
        where: 'People/Ada.md',
        text: /^# Ada\n\nKnows \[\[Charles Babbage#Engine\|Charles\]\]/,
        tags: ['person', 'math/analysis'],
        metadata: {
          entity: 'Ada',
          entity_type: 'note',
          aliases: ['Countess'],
          title: 'Ada',
          created: '2025-12-31T10:00:00Z',
          links: ['Charles Babbage', 'Portrait.png'],
          timestamp: '2025-12-31T10:00:00Z',
        },
      },
    ],
    skipped: {},
  },
  {
    format: 'agent-notes',
    make(folder) {
      folder.write(
        'app/CLAUDE.md',
        'Read this first.\n\n# Build\n\n## Tests\n\n```sh\n# not a heading\nnpm test\n```\n\n## Tests\n\nAgain.\n\n# Style\nTabs.\n',
      );
      folder.write('app/README.md', '# Not for agents');
      return folder.root;
    },
    drafts: [
      { where: 'app/CLAUDE.md', text: 'Read this first.', metadata: {}, key: /CLAUDE\.md:$/ },
      {
        where: 'app/CLAUDE.md › Build › Tests',
        text: 'Build › Tests\n\n```sh\n# not a heading\nnpm test\n```',
        metadata: { headings: ['Build', 'Tests'], title: 'Tests' },
      },
      {
        where: 'app/CLAUDE.md › Build › Tests',
        text: 'Build › Tests\n\nAgain.',
        key: /Tests#2$/,
      },
      { where: 'app/CLAUDE.md › Style', text: 'Style\n\nTabs.' },
    ],
    skipped: {
      'is a heading without words of its own': ['app/CLAUDE.md › Build'],
      'is not a file of this format': ['app/README.md'],
    },
  },
  {
    format: 'csv',
    args: ['--map', 'text=content,timestamp=created,key=id'],
    make: (folder) =>
      folder.write(
        'rows.csv',
        '\uFEFFid;content;created;tags;mood\r\n7;"Says ""hi""; twice\r\non two lines";2026-01-02;a,b;calm\r\n8;;;;\r\n9;too;few\r\n',
      ),
    drafts: [
      {
        where: 'rows.csv line 2',
        text: 'Says "hi"; twice\r\non two lines',
        tags: ['a', 'b'],
        metadata: { mood: 'calm', timestamp: '2026-01-02' },
        key: 'csv:7',
      },
    ],
    skipped: {
      "has nothing in 'content', the text": ['rows.csv line 4'],
      'has more or fewer cells than the line of names': ['rows.csv line 5'],
    },
  },
  {
    format: 'jsonl',
    args: ['--map', 'text=body,timestamp=at'],
    make: (folder) =>
      folder.lines(
        'rows.jsonl',
        { body: 'One', at: 1767225600, tags: ['x'], metadata: { deep: { er: 1 } }, memory_id: 'theirs' },
        '{"body": broken',
        '',
        { text: 'another field' },
        '[1]',
      ),
    drafts: [
      {
        where: 'rows.jsonl line 1',
        text: 'One',
        tags: ['x'],
        metadata: { deep: { er: 1 }, memory_id_: 'theirs', timestamp: '2026-01-01T00:00:00.000Z' },
        key: /^jsonl:[0-9a-f]{64}$/,
      },
    ],
    skipped: {
      'is not JSON': ['rows.jsonl line 2'],
      "has no 'body', the text": ['rows.jsonl line 4'],
      'is not an object': ['rows.jsonl line 5'],
    },
  },
  {
    format: 'basic-memory',
    make(folder) {
      folder.write(
        'coffee/brewing.md',
        '---\ntitle: Brewing\ntype: note\ntags: [coffee]\npermalink: coffee/brewing\ncreated: 2025-05-01\n---\n# Brewing\n\n- [method] Pour over is clear #taste\n- [ ] buy beans\n- [x] boil\n- [site](https://x.example)\n- requires [[Grinding]]\n- "based on" [[A Talk]]\n- see also [[Tea]]\n',
      );
      return folder.root;
    },
    drafts: [
      {
        where: 'coffee/brewing.md',
        text: /^# Brewing\n\n- \[method\]/,
        kind: 'note',
        tags: ['coffee', 'taste'],
        metadata: {
          entity: 'Brewing',
          entity_type: 'note',
          title: 'Brewing',
          type: 'note',
          permalink: 'coffee/brewing',
          created: '2025-05-01',
          links: ['Grinding', 'A Talk', 'Tea'],
          observations: [{ category: 'method', text: 'Pour over is clear #taste' }],
          relations: [
            { type: 'requires', target: 'Grinding' },
            { type: 'based on', target: 'A Talk' },
          ],
          timestamp: '2025-05-01',
        },
      },
    ],
    skipped: {},
  },
];
