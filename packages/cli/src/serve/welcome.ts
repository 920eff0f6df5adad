/** What a person sees who starts the server in a terminal: what it is, where the data lies, how to connect a client. */
import type { App } from '@zapomni/core';
import { withoutLogin } from '@zapomni/core/config';
import { toZapomniError } from '@zapomni/core/errors';
import { SERVER_INFO } from '@zapomni/mcp/identity';
import { count } from '../output/in-words.ts';
import { shellLine, shellWord } from '../output/shell-line.ts';
import type { Paint } from '../output/terminal.ts';
import { hasStore } from '../session/has-store.ts';

export interface WelcomeFacts {
  readonly app: App;
  readonly dataDir: string;
  /** The setting; the embedded store lies in the data folder. */
  readonly store?: string;
  /** The words that start this very server. */
  readonly command: readonly string[];
  readonly paint: Paint;
}

export async function welcome({ app, dataDir, store = 'sqlite', command, paint }: WelcomeFacts): Promise<string> {
  const [program = '', ...args] = command;
  const entry = { command: program, args };
  const line = shellLine(command);
  const here = program === 'npx' ? 'npx zapomni' : 'npm start --';
  const json = `{ "mcpServers": { "zapomni": ${JSON.stringify(entry)} } }`;
  return [
    `${paint('bold', `Zapomni ${SERVER_INFO.version}`)}: a private long memory for AI agents. It speaks MCP on stdin and stdout.`,
    '',
    `Data      ${store === 'sqlite' ? dataDir : withoutLogin(store)}`,
    `Memories  ${await holdings(app, hasStore(dataDir, store))}`,
    '',
    paint('bold', 'Connect a client, which then starts its own copy:'),
    `  Claude Code   claude mcp add zapomni -- ${line}`,
    `  VS Code       code --add-mcp ${shellWord(JSON.stringify({ name: 'zapomni', ...entry }))}`,
    '  Cursor        ~/.cursor/mcp.json, as below',
    '  Any other     its MCP settings:',
    `    ${json}`,
    '',
    `Or use it here: \`${here} add "…"\`, \`${here} search …\`, \`${here} --help\`. Ctrl-C ends this server.`,
  ].join('\n');
}

/** From its sources it is not on the PATH, and a published version may differ from them. */
export function launchCommand(script: string, isFromSource = import.meta.url.endsWith('.ts')): string[] {
  return isFromSource ? [process.execPath, script] : ['npx', '-y', 'zapomni'];
}

async function holdings(app: App, exists: boolean): Promise<string> {
  if (!exists) return 'none yet; the first one creates the store';
  try {
    const { totalMemories, workspaces } = await app.store.stats(app.defaultWorkspace);
    return `${totalMemories.toLocaleString('en-US')} in ${count(workspaces, 'workspace')}`;
  } catch (error) {
    return `the store cannot be read (${toZapomniError(error).code}); \`zapomni doctor\` says more`;
  }
}
