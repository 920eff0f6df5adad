/** The page of a package: what it brings and how it is installed. */
import { COMMANDS } from '../../../packages/cli/src/setup/agent-texts.ts';
import type { GeneratedFile } from '../generate.ts';
import { repositoryOf, type ProductFacts } from './package-facts.ts';

interface Words {
  readonly title: string;
  /** Lines to type. */
  readonly install: (repository: string) => readonly string[];
  readonly notes: readonly string[];
}

const SHARED_HOOK =
  'At the start of a session the agent is given the brief of the project, and at a prompt what bears on it; mostly that is nothing. `ZAPOMNI_HOOKS=off` switches it off.';

/** Also what docs/clients.md says of packages. */
export const PACKAGES: Readonly<Record<string, Words>> = {
  'claude-code': {
    title: 'Claude Code',
    install: (repository) => [`/plugin marketplace add ${repository}`, '/plugin install zapomni@zapomni'],
    notes: [
      SHARED_HOOK,
      'Its tools are called `mcp__plugin_zapomni_zapomni__…`. Whoever has run `zapomni setup` or `claude mcp add` before has the server twice: `zapomni doctor` says so.',
      'On Windows Claude Code may not find `npx`: `npx zapomni setup --hooks` writes what works there.',
    ],
  },
  codex: {
    title: 'Codex',
    install: (repository) => [`codex plugin marketplace add ${repository}`, 'codex plugin add zapomni@zapomni'],
    notes: [
      SHARED_HOOK,
      'Codex runs hooks once you have trusted them: type `/hooks` there. Until then it passes over them in silence. Commands are skills here.',
    ],
  },
  cursor: {
    title: 'Cursor',
    install: (repository) => [`/add-plugin ${repository}`],
    notes: [SHARED_HOOK],
  },
  copilot: {
    title: 'Copilot CLI',
    install: (repository) => [`copilot plugin marketplace add ${repository}`, 'copilot plugin install zapomni@zapomni'],
    notes: [
      'At the start of a session the agent is given the brief of the project; at a prompt this client takes nothing from hooks. `ZAPOMNI_HOOKS=off` switches it off.',
    ],
  },
  gemini: {
    title: 'Gemini CLI',
    install: (repository) => [
      `git clone https://github.com/${repository}`,
      'gemini extensions install ./zapomni/plugins/gemini/zapomni',
    ],
    notes: [SHARED_HOOK],
  },
  opencode: {
    title: 'opencode',
    install: (repository) => [
      `git clone https://github.com/${repository}`,
      'cp -r zapomni/plugins/opencode/zapomni/. ~/.config/opencode/',
      'npx zapomni setup --client opencode',
    ],
    notes: [SHARED_HOOK],
  },
};

export function installLines(client: string, facts: ProductFacts): readonly string[] {
  return PACKAGES[client]?.install(repositoryOf(facts)) ?? [];
}

export function readmeOf(folder: string, client: string, facts: ProductFacts): GeneratedFile {
  const { title, notes } = PACKAGES[client] as Words;
  const commands = COMMANDS.map(({ name, about }) => `- \`/${name}\`: ${about[0]?.toLowerCase()}${about.slice(1)}`);
  const text = [
    `# Zapomni for ${title}`,
    `${facts.description} This package brings the server, a skill that says when to use it, and commands:`,
    commands.join('\n'),
    `\`\`\`\n${installLines(client, facts).join('\n')}\n\`\`\``,
    ...notes,
    'Node.js 22.18 or newer has to be there. Everything stays on your machine, in one folder; `zapomni doctor` looks at it, `zapomni dashboard` shows it.',
    `More: ${facts.homepage}`,
  ].join('\n\n');
  return { path: `${folder}/README.md`, text: `<!-- Written by \`npm run gen\`; do not edit. -->\n\n${text}\n` };
}
