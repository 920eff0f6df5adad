/** The module that opencode loads from a folder of its configuration. It runs inside the client: whatever goes wrong is nothing said. */

export const openCodePlugin = (): string => `// Written by \`npm run gen\`; do not edit.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const HOOK = fileURLToPath(new URL('../zapomni/hook.mjs', import.meta.url));
const DEADLINE_MS = 2000;
/** The same text at every turn of a session, so that the prompt's beginning stays as it was. */
const briefs = new Map();

/** What the hook says to an event; an empty text whenever anything is wrong. */
function ask(event) {
  return new Promise((resolve) => {
    try {
      const child = spawn('node', [HOOK], { stdio: ['pipe', 'pipe', 'ignore'], timeout: DEADLINE_MS, windowsHide: true });
      let said = '';
      child.stdout.on('data', (chunk) => (said += chunk));
      child.on('error', () => resolve(''));
      child.on('close', () => resolve(textIn(said)));
      child.stdin.on('error', () => {});
      child.stdin.end(JSON.stringify(event));
    } catch {
      resolve('');
    }
  });
}

function textIn(said) {
  try {
    return JSON.parse(said).hookSpecificOutput?.additionalContext ?? '';
  } catch {
    return '';
  }
}

export const Zapomni = async ({ directory }) => ({
  'experimental.chat.system.transform': async (input, output) => {
    const session = input?.sessionID ?? '';
    const start = { hook_event_name: 'SessionStart', source: 'startup', session_id: session, cwd: directory };
    if (!briefs.has(session)) briefs.set(session, ask(start));
    const text = await briefs.get(session);
    if (text) output.system.push(text);
  },
  'chat.message': async (input, output) => {
    const parts = output?.parts ?? [];
    const prompt = parts.flatMap((part) => (part.type === 'text' && !part.synthetic ? [part.text] : [])).join('\\n');
    const text = await ask({ hook_event_name: 'UserPromptSubmit', session_id: input?.sessionID, cwd: directory, prompt });
    if (!text) return;
    const { id: messageID, sessionID } = output.message;
    parts.push({ id: \`prt_zapomni_\${messageID}\`, messageID, sessionID, type: 'text', text, synthetic: true });
  },
});
`;
