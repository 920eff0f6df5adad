import { describe, expect, it } from 'vitest';
import { UnusableText, valueAt, type ConfigText } from './config-text.ts';
import { jsonText } from './json-text.ts';
import { withEntry, withoutEntry } from './prove.ts';
import { tomlText } from './toml-text.ts';
import { yamlText } from './yaml-text.ts';

const ENTRY = { command: 'npx', args: ['-y', 'zapomni'], env: { A: 'b' } };
const json = jsonText('jsonc');
const servers = ['mcpServers', 'zapomni'];

function inserted(config: ConfigText, path: readonly string[], text: string): string {
  const written = withEntry(text, config, path, ENTRY);
  expect(valueAt(config.parse(written), path)).toEqual(ENTRY);
  return written;
}

const WITH_SERVERS: Readonly<Record<string, string>> = {
  'other servers':
    '{\n  "mcpServers": {\n    "a": { "command": "a" },\n    "b": { "command": "b" }\n  },\n  "x": 1\n}\n',
  'comments everywhere':
    '// top\n{\n  /* servers */\n  "mcpServers": { // mine\n    "a": { "command": "a" } // the first\n    // the end\n  }\n}\n// bottom',
  'a trailing comma': '{\n  "mcpServers": {\n    "a": {},\n  },\n}\n',
  tabs: '{\n\t"mcpServers": {\n\t\t"a": {}\n\t}\n}',
  'ends of line of Windows': '{\r\n  "mcpServers": {\r\n    "a": {}\r\n  }\r\n}\r\n',
  'one line': '{"mcpServers":{"a":{"command":"a"}},"n":12345678901234567890}',
  'one line with spaces': '{ "mcpServers": { "a": { "command": "a" } } }',
  'numbers and order as written': '{\n  "b": 1e3,\n  "mcpServers": {\n    "a": {}\n  },\n  "a": 1.50\n}\n',
  'braces in strings': '{\n  "mcpServers": {\n    "a": { "command": "}, // {" }\n  }\n}\n',
};

describe('an entry in JSON', () => {
  it.each(Object.entries(WITH_SERVERS))('leaves all else byte for byte: %s', (_, text) => {
    const written = inserted(json, servers, text);
    expect(withoutEntry(written, json, servers)).toBe(text);
  });

  it.each(Object.entries(WITH_SERVERS))('is taken from between others: %s', (_, text) => {
    const first = withEntry(text, json, ['mcpServers', 'middle'], { command: 'm' });
    const both = withEntry(first, json, servers, ENTRY);
    expect(json.parse(withoutEntry(both, json, ['mcpServers', 'middle']))).toEqual(
      json.parse(withEntry(text, json, servers, ENTRY)),
    );
  });

  it('comes after the last one, after its comma and what is noted beside it', () => {
    const text = '{\n  "mcpServers": {\n    "a": {} // the first\n  }\n}\n';
    expect(json.insert(text, servers, { command: 'x' })).toBe(
      '{\n  "mcpServers": {\n    "a": {}, // the first\n    "zapomni": {\n      "command": "x"\n    }\n  }\n}\n',
    );
  });

  it.each(['{}', '{}\n', '{\n}\n', '{ "a": 1 }', '{\n  "a": 1\n}\n', '{"mcpServers":{}}', '{\n  // nothing yet\n}\n'])(
    'makes the place that it needs: %j',
    (text) => {
      const written = inserted(json, servers, text);
      for (const line of text.split('\n').filter((one) => one.includes('//'))) expect(written).toContain(line);
    },
  );

  it('is a file of its own where there was nothing', () => {
    for (const text of ['', ' \n'])
      expect(JSON.parse(withEntry(text, json, servers, ENTRY))).toEqual({ mcpServers: { zapomni: ENTRY } });
  });

  it.each([
    ['{ "mcpServers": ', 'line 1'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3'],
    ['{ "mcpServers": null }', 'holds no object'],
    ['{ "mcpServers": [] }', 'holds no object'],
    ['[]', 'holds no object'],
    ['// only a comment', 'line 1'],
    ['{ "mcpServers": {}, "mcpServers": {} }', 'stands there twice'],
    ['{ "mcpServers": { "a": 1, "a": 2 } }', 'stands there twice'],
  ])('is not put into what is broken or has two meanings: %s', (text, why) => {
    expect(() => withEntry(text, json, servers, ENTRY)).toThrow(UnusableText);
    expect(() => withEntry(text, json, servers, ENTRY)).toThrow(why);
  });

  it('is refused beside comments where the client takes none', () => {
    const strict = jsonText('json');
    expect(() => withEntry('{ // mine\n}', strict, servers, ENTRY)).toThrow(/line 1, column 3: a comment/);
    expect(() => withEntry('{ "a": 1, }', strict, servers, ENTRY)).toThrow(UnusableText);
    expect(strict.parse(withEntry('{ "a": 1 }', strict, servers, ENTRY))).toMatchObject({ a: 1 });
  });
});

describe('an entry in TOML', () => {
  const path = ['mcp_servers', 'zapomni'];
  it.each([
    '',
    'model = "o"\n',
    'model = "o"',
    '# mine\n[mcp_servers.a]\ncommand = "a" # beside\n',
    '[mcp_servers.a]\ncommand = "a"\n\n# about b\n[b]\nx = 1979-05-27\nn = 9007199254740993\n',
    'text = """\n[mcp_servers.zapomni]\n"""\n[mcp_servers.a]\ncommand = \'a\'\n',
    '[mcp_servers]\na = { command = "a" }\n',
    'model = "o"\r\n\r\n[mcp_servers.a]\r\ncommand = "a"\r\n',
    '[[profiles]]\nname = "x"\n',
  ])('leaves all else byte for byte: %j', (text) => {
    const written = withEntry(text, tomlText, path, ENTRY);
    expect(valueAt(tomlText.parse(written), path)).toEqual(ENTRY);
    expect(withoutEntry(written, tomlText, path).trimEnd()).toBe(text.trimEnd());
  });

  it('is taken from between others with what is its own', () => {
    const text =
      '[mcp_servers.zapomni]\ncommand = "x"\n\n[mcp_servers.zapomni.env]\nA = "b"\n\n# about a\n[mcp_servers.a]\ncommand = "a"\n';
    expect(withoutEntry(text, tomlText, path)).toBe('\n# about a\n[mcp_servers.a]\ncommand = "a"\n');
  });

  it('is not put where it cannot stand', () => {
    expect(() => withEntry('mcp_servers = { a = { command = "a" } }\n', tomlText, path, ENTRY)).toThrow(
      /line 1.*inline table/,
    );
    expect(() => withEntry('a = \n', tomlText, path, ENTRY)).toThrow(/line 1/);
    expect(() => withEntry('mcp_servers = 1\n', tomlText, path, ENTRY)).toThrow(/holds no table/);
  });
});

describe('an entry in YAML', () => {
  const path = ['extensions', 'zapomni'];
  it.each([
    '# goose\nextensions:\n  developer:\n    enabled: true\n    type: builtin\n\n# more\nGOOSE_MODE: auto\n',
    'extensions:\n    a:\n        x: 1\n',
    'extensions:\r\n  a:\r\n    x: 1\r\nmode: auto\r\n',
    'extensions:\n  a: {x: 1}   # flow inside\ntext: >\n  folded\n  text\n',
  ])('leaves all else byte for byte: %j', (text) => {
    const written = withEntry(text, yamlText, path, ENTRY);
    expect(valueAt(yamlText.parse(written), path)).toEqual(ENTRY);
    expect(withoutEntry(written, yamlText, path)).toBe(text);
  });

  it.each(['', 'mode: auto\n', '# nothing\n'])('makes the place that it needs: %j', (text) => {
    const written = withEntry(text, yamlText, path, ENTRY);
    expect(written.startsWith(text)).toBe(true);
    expect(valueAt(yamlText.parse(written), path)).toEqual(ENTRY);
  });

  it.each([
    ['extensions: {a: {}}\n', 'no block'],
    ['extensions:\n', 'no block'],
    ['- a\n', 'no block'],
    ['a: 1\n---\nb: 2\n', 'several documents'],
    ['a: [1\n', 'line'],
    ['a: 1\na: 2\n', 'line 2'],
  ])('is not put into what is broken or written otherwise: %j', (text, why) => {
    expect(() => withEntry(text, yamlText, path, ENTRY)).toThrow(why);
  });
});
