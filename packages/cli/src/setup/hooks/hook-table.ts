/**
 * The clients that run commands at their events, and what stands in their files for it. One command for all events, without arguments: some
 * clients run the hooks of others, and drop those.
 */
import type { Json } from '../edit/config-text.ts';
import { home, joined, named, type Place } from '../clients/place.ts';
import { copilotHooks } from './copilot-hooks.ts';
import { opencodeHooks } from './opencode-plugin.ts';

export interface HookItem {
  /** The list that the item belongs to. */
  readonly path: readonly string[];
  readonly item: Json;
}

export interface HookClient {
  readonly file: (place: Place) => string;
  readonly format: 'json' | 'jsonc';
  /** What a file of theirs begins with when there is none. */
  readonly beginning: string;
  items(command: string): readonly HookItem[];
  /** Where the whole file is ours: what stands in it, and the command that it was written for, null where it is not as we wrote it. */
  readonly own?: { text(command: string): string; commandIn(text: string): string | null };
  readonly afterwards: string;
}

const SECONDS = 3;
/** Sessions that go on have been told. */
const BEGINNINGS = 'startup|clear|compact';

/** As Claude Code has them, and those who follow it; `timeout` in whichever unit. */
const groups = (events: readonly (readonly [event: string, matcher?: string])[], timeout: number, name?: string) => {
  return (command: string): HookItem[] =>
    events.map(([event, matcher]) => ({
      path: ['hooks', event],
      item: {
        ...(matcher === undefined ? {} : { matcher }),
        hooks: [{ ...(name === undefined ? {} : { name }), type: 'command', command, timeout }],
      },
    }));
};

const CLAUDES = [
  ['SessionStart', BEGINNINGS],
  ['UserPromptSubmit'],
  ['SubagentStart'],
  ['Stop'],
  ['PostCompact'],
] as const;

export const HOOK_CLIENTS: Readonly<Record<string, HookClient>> = {
  'claude-code': {
    file: (place) => joined(place, named(place, 'CLAUDE_CONFIG_DIR', '.claude'), 'settings.json'),
    format: 'json',
    beginning: '',
    items: groups(CLAUDES, SECONDS),
    afterwards: 'The next session has them.',
  },
  codex: {
    file: (place) => joined(place, named(place, 'CODEX_HOME', '.codex'), 'hooks.json'),
    format: 'json',
    beginning: '',
    items: groups(CLAUDES, SECONDS),
    afterwards:
      'Codex runs them once you have trusted them: type `/hooks` there. Until then it passes over them in silence.',
  },
  gemini: {
    file: (place) => home(place, '.gemini', 'settings.json'),
    format: 'jsonc',
    beginning: '',
    items: groups([['SessionStart'], ['BeforeAgent'], ['AfterAgent']], SECONDS * 1000, 'zapomni'),
    afterwards: 'Start it again.',
  },
  qwen: {
    file: (place) => home(place, '.qwen', 'settings.json'),
    format: 'jsonc',
    beginning: '',
    items: groups([['SessionStart', BEGINNINGS], ['UserPromptSubmit'], ['Stop']], SECONDS * 1000, 'zapomni'),
    afterwards: 'Start it again.',
  },
  cursor: {
    file: (place) => home(place, '.cursor', 'hooks.json'),
    format: 'jsonc',
    beginning: '{\n  "version": 1\n}\n',
    items: (command) =>
      ['sessionStart', 'beforeSubmitPrompt', 'afterAgentResponse', 'stop'].map((event) => ({
        path: ['hooks', event],
        item: { command, timeout: SECONDS },
      })),
    afterwards: 'It reads them by itself.',
  },
  'copilot-cli': copilotHooks,
  vscode: copilotHooks,
  opencode: opencodeHooks,
};
