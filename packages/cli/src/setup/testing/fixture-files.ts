/** Files of clients as real ones look, each in the format and under the keys of its client. */
import { stringify as toml } from 'smol-toml';
import { stringify as yaml } from 'yaml';
import type { Client } from '../clients/client.ts';
import { nested, type JsonObject } from '../edit/config-text.ts';

export interface Fixture {
  readonly text: string;
  /** Why it is left alone; nothing for a file that can be changed. */
  readonly refused?: RegExp;
}

const BOM = '\uFEFF';
const OTHERS = { other: { command: 'other-memory', args: ['--quiet'] }, second: { command: 'second' } };

/** What the client has for other servers, and something else of its own. */
function others(client: Client): JsonObject {
  const above = client.key({}).slice(0, -1);
  return { ...(nested(above, OTHERS) as JsonObject), theme: 'dark' };
}

export function fixturesOf(client: Client): Readonly<Record<string, Fixture>> {
  if (client.format === 'toml') return TOML(client);
  return client.format === 'yaml' ? YAML(client) : JSONS(client);
}

function JSONS(client: Client): Record<string, Fixture> {
  const value = others(client);
  const [key = ''] = client.key({});
  const commented = `{\n  // mine\n  ${JSON.stringify(key)}: {}, /* theirs */\n  "theme": "dark", // last\n}\n`;
  return {
    empty: { text: '' },
    'an empty object': { text: '{}\n' },
    'other servers': { text: `${JSON.stringify(value, null, 2)}\n` },
    'one line': { text: JSON.stringify(value) },
    'a byte order mark': { text: `${BOM}${JSON.stringify(value, null, 2)}\n` },
    'ends of line of Windows': { text: `${JSON.stringify(value, null, 4)}\n`.replaceAll('\n', '\r\n') },
    tabs: { text: `${JSON.stringify(value, null, '\t')}\n` },
    comments: { text: commented, ...(client.format === 'json' ? { refused: /line 2, column 3: a comment/ } : {}) },
    'a key twice': { text: `{"theme": 1, ${JSON.stringify(key)}: {}, ${JSON.stringify(key)}: {}}`, refused: /twice/ },
    broken: { text: `{\n  "theme": \n}`, refused: /^line 3, column 1/ },
  };
}

function TOML(client: Client): Record<string, Fixture> {
  const text = `${toml(others(client))}\n`;
  const [key = ''] = client.key({});
  return {
    empty: { text: '' },
    'other servers': { text },
    'a byte order mark': { text: `${BOM}${text}` },
    'ends of line of Windows': { text: text.replaceAll('\n', '\r\n') },
    tabs: { text: text.replaceAll(/^(?=[a-z])/gm, '\t') },
    comments: { text: `# mine\n${text}# last\n` },
    'a key twice': { text: 'theme = "a"\ntheme = "b"\n', refused: /^line 2, column/ },
    'one line': { text: `${key} = { other = { command = "a" } }\n`, refused: /inline table/ },
    broken: { text: 'theme = \n', refused: /^line 1, column/ },
  };
}

function YAML(client: Client): Record<string, Fixture> {
  const text = yaml(others(client));
  return {
    empty: { text: '' },
    'other servers': { text },
    'a byte order mark': { text: `${BOM}${text}` },
    'ends of line of Windows': { text: text.replaceAll('\n', '\r\n') },
    tabs: { text: text.replaceAll(': ', ':\t') },
    comments: { text: `# mine\n${text}# last\n` },
    'a key twice': { text: 'theme: a\ntheme: b\n', refused: /^line 2, column/ },
    'one line': { text: '{extensions: {other: {cmd: a}}}\n', refused: /no block/ },
    broken: { text: 'theme: [a\n', refused: /^line \d+, column/ },
  };
}
