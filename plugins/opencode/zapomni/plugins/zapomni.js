// Written by `npm run gen`; do not edit.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const HOOK = fileURLToPath(new URL('../zapomni/hook.mjs', import.meta.url));
const WAIT_MS = 1500;

/** What the hook file says to an event; empty whenever anything is wrong. */
function ask(event) {
  return new Promise((resolve) => {
    try {
      const child = spawn('node', [HOOK], { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
      let said = '';
      const done = () => {
        clearTimeout(timer);
        try {
          resolve(JSON.parse(said).hookSpecificOutput?.additionalContext ?? '');
        } catch {
          resolve('');
        }
      };
      const timer = setTimeout(() => {
        child.kill();
        done();
      }, WAIT_MS);
      child.stdout.setEncoding('utf8');
      child.stdout.on('data', (piece) => (said += piece));
      child.stdin.on('error', () => undefined);
      child.on('error', done);
      child.on('close', done);
      child.stdin.end(JSON.stringify({ ...event, zapomni_client: 'opencode' }));
    } catch {
      resolve('');
    }
  });
}

const textOf = (parts) =>
  parts
    .filter((part) => part.type === 'text' && !part.synthetic && !part.ignored)
    .map((part) => part.text)
    .join('\n\n');

export const ZapomniPlugin = async ({ client, directory }) => {
  /** Sessions that began while this runs, and are nobody's helpers; those that have their brief. */
  const own = new Set();
  const told = new Set();
  const helpers = new Set();
  const about = (sessionID) => ({ session_id: sessionID, cwd: directory });

  async function ended(sessionID, pick, event) {
    if (helpers.has(sessionID)) return;
    const { data = [] } = await client.session.messages({ path: { id: sessionID } });
    const at = data.findLastIndex(pick);
    if (at < 0) return;
    const asked = data.slice(0, at).findLast(({ info }) => info.role === 'user');
    await ask({ ...about(sessionID), ...event(textOf(data[at].parts), asked ? textOf(asked.parts) : '') });
  }

  return {
    event: async (input) => {
      try {
        const { event } = input;
        const { info, sessionID } = event.properties ?? {};
        if (event.type === 'session.created') (info.parentID ? helpers : own).add(info.id);
        if (event.type === 'session.idle')
          await ended(
            sessionID,
            ({ info }) => info.role === 'assistant' && !info.summary,
            (text, prompt) => ({ hook_event_name: 'Stop', prompt, last_assistant_message: text }),
          );
        if (event.type === 'session.compacted')
          await ended(
            sessionID,
            ({ info }) => info.role === 'assistant' && info.summary === true,
            (text) => ({ hook_event_name: 'PostCompact', compact_summary: text }),
          );
      } catch {
        // Somebody works here.
      }
    },
    'chat.message': async (input, output) => {
      try {
        const [{ sessionID }, { message, parts }] = [input, output];
        if (helpers.has(sessionID)) return;
        const texts = [];
        if (own.has(sessionID) && !told.has(sessionID)) {
          told.add(sessionID);
          texts.push(await ask({ ...about(sessionID), hook_event_name: 'SessionStart', source: 'startup' }));
        }
        const prompt = textOf(parts);
        texts.push(await ask({ ...about(sessionID), hook_event_name: 'UserPromptSubmit', prompt }));
        const text = texts.filter((one) => one !== '').join('\n\n');
        // Parts are kept in the order of their ids: this comes right after the user's last.
        if (text !== '' && parts.length > 0)
          parts.push({
            id: `${parts.at(-1).id}z`,
            sessionID,
            messageID: message.id,
            type: 'text',
            text,
            synthetic: true,
          });
      } catch {
        // Somebody works here.
      }
    },
  };
};
