/**
 * The clients that run commands at their events, and what stands in their files for it. One command for all events, without arguments: some
 * clients run the hooks of others, and drop those.
 */
import type { Json } from '../edit/config-text.ts';
import { configured, home, joined, named, type Place } from '../clients/place.ts';
import { copilotHooks } from './copilot-hooks.ts';
import { kimiHooks } from './kimi-hooks.ts';
import { opencodeHooks } from './opencode-plugin.ts';

export interface HookItem {
  /** The list that the item belongs to. */
  readonly path: readonly string[];
  readonly item: Json;
}

export interface HookClient {
  readonly file: (place: Place) => string;
  readonly format: 'json' | 'jsonc' | 'toml';
  /** The keys above the events; `hooks` where it is not said. */
  readonly under?: readonly string[];
  /** What a file of theirs begins with when there is none. */
  readonly beginning: string;
  items(command: string): readonly HookItem[];
  /** Where the whole file is ours: what stands in it, and the command that it was written for, null where it is not as we wrote it. */
  readonly own?: { text(command: string): string; commandIn(text: string): string | null };
  readonly afterwards: string;
  /** A file that goes before this one where it is there. */
  readonly rather?: HookClient;
}

const SECONDS = 3;
/** Sessions that go on have been told. */
const BEGINNINGS = 'startup|clear|compact';

interface Grouped {
  readonly name?: string;
  readonly under?: readonly string[];
}

/** As Claude Code has them, and those who follow it; `timeout` in whichever unit. */
const groups = (
  events: readonly (readonly [event: string, matcher?: string])[],
  timeout: number,
  { name, under = ['hooks'] }: Grouped = {},
) => {
  return (command: string): HookItem[] =>
    events.map(([event, matcher]) => ({
      path: [...under, event],
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

/** Without a matcher: there it is for names of tools. */
const PLAIN = [['SessionStart'], ['UserPromptSubmit'], ['Stop']] as const;

/** It takes the events of this file in place of those in its settings, one by one. */
const droidFile: HookClient = {
  file: (place) => home(place, '.factory', 'hooks.json'),
  format: 'jsonc',
  under: [],
  beginning: '',
  items: groups(PLAIN, SECONDS, { under: [] }),
  afterwards: 'The next session has them.',
};

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
    items: groups([['SessionStart'], ['BeforeAgent'], ['AfterAgent']], SECONDS * 1000, { name: 'zapomni' }),
    afterwards: 'Start it again.',
  },
  qwen: {
    file: (place) => home(place, '.qwen', 'settings.json'),
    format: 'jsonc',
    beginning: '',
    items: groups([['SessionStart', BEGINNINGS], ['UserPromptSubmit'], ['Stop']], SECONDS * 1000, { name: 'zapomni' }),
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
  droid: {
    ...droidFile,
    file: (place) => home(place, '.factory', 'settings.json'),
    under: ['hooks'],
    items: groups(PLAIN, SECONDS),
    rather: droidFile,
  },
  devin: {
    file: (place) => configured(place, 'devin', 'config.json'),
    format: 'jsonc',
    beginning: '',
    items: groups(PLAIN, SECONDS),
    afterwards: 'The next session has them; `/hooks` lists them there.',
  },
  codebuddy: {
    file: (place) => home(place, '.codebuddy', 'settings.json'),
    format: 'json',
    beginning: '',
    items: groups(CLAUDES, SECONDS),
    afterwards: 'It asks you to look at them first: type `/hooks` there.',
  },
  kimi: kimiHooks,
  windsurf: {
    file: (place) => home(place, '.codeium', 'windsurf', 'hooks.json'),
    format: 'json',
    beginning: '',
    items: (command) =>
      ['pre_user_prompt', 'post_cascade_response'].map((event) => ({
        path: ['hooks', event],
        item: { command, show_output: false },
      })),
    afterwards: 'Start it again. It takes nothing from hooks: what is said there is captured, and nothing is told.',
  },
  'copilot-cli': copilotHooks,
  vscode: copilotHooks,
  opencode: opencodeHooks,
};
