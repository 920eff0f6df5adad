/**
 * The hooks of Copilot CLI: a file of our own in a folder of such files, which VS Code reads too and understands. It wants the
 * command for both kinds of shells.
 */
import { joined, named } from '../clients/place.ts';
import type { HookClient } from './hook-table.ts';

const SECONDS = 3;

export const copilotHooks: HookClient = {
  file: (place) => joined(place, named(place, 'COPILOT_HOME', '.copilot'), 'hooks', 'zapomni.json'),
  format: 'json',
  beginning: '{\n  "version": 1\n}\n',
  items: (command) =>
    ['sessionStart', 'userPromptSubmitted', 'agentStop'].map((event) => ({
      path: ['hooks', event],
      item: { type: 'command', bash: command, powershell: command, timeoutSec: SECONDS },
    })),
  afterwards: 'Copilot CLI and VS Code share them; the next session has them.',
};
