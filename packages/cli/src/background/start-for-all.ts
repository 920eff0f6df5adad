/** `zapomni serve --background`, and what it says. */
import { ZapomniError } from '@zapomni/core/errors';
import type { Logger } from '@zapomni/core/ports';
import { harmless } from '../output/harmless.ts';
import { printJson } from '../output/print-json.ts';
import type { Terminal } from '../output/terminal.ts';
import type { Settings } from '../settings/given-settings.ts';
import { differences, termsOf } from '../share/terms.ts';
import { ensureServer } from './ensure-server.ts';
import { logFile } from './spawn-server.ts';

const SILENT: Logger = { log: () => undefined, child: () => SILENT };
const WORDS = {
  found: 'is running already',
  started: 'is running',
  replaced: 'has replaced an older one and is running',
};

export async function startForAll(settings: Settings, asJson: boolean, terminal: Terminal): Promise<number> {
  const dataDir = settings.get('data_dir')?.value ?? '';
  const running = await ensureServer(settings, SILENT);
  if (!running)
    throw new ZapomniError('STORE_UNAVAILABLE', 'No server could be started in the background.', {
      hint: `What it said last is in ${harmless(logFile(dataDir))}.`,
    });
  const { pid, version, how } = running;
  const differing = differences(termsOf(settings), running.terms);
  if (asJson) printJson(terminal, { pid, version, how, differing });
  else terminal.print(`Server ${version} ${WORDS[how]} (process ${pid}). \`zapomni stop\` ends it.`);
  if (differing.length > 0)
    terminal.note(
      `It has other settings than these: ${differing.join(', ')}. Clients with these serve themselves; \`zapomni stop\` first to change it.`,
    );
  return 0;
}
