/** The skill and the commands in the words of each client. */
import { COMMANDS, SKILL, SKILL_NAME, skillFile } from '../../../packages/cli/src/setup/agent-texts.ts';
import type { GeneratedFile } from '../generate.ts';

const ARGUMENTS = '$ARGUMENTS';

export const skill = (folder: string): GeneratedFile => ({
  path: `${folder}/skills/${SKILL_NAME}/SKILL.md`,
  text: SKILL,
});

/** As Claude Code has them: tools may be called without asking again under the names that a plugin's have there. */
export function claudeCommands(folder: string): GeneratedFile[] {
  return COMMANDS.map(({ name, about, hint, tools, prompt }) =>
    markdown(`${folder}/commands/${name}.md`, prompt(ARGUMENTS), {
      description: about,
      'argument-hint': hint,
      'allowed-tools': tools.map((tool) => `mcp__plugin_zapomni_zapomni__${tool}`).join(', '),
    }),
  );
}

/** Those that follow it, without what only it knows. */
export function plainCommands(folder: string, more: { readonly named?: boolean } = {}): GeneratedFile[] {
  return COMMANDS.map(({ name, about, prompt }) =>
    markdown(`${folder}/commands/${name}.md`, prompt(ARGUMENTS), {
      ...(more.named ? { name } : {}),
      description: about,
    }),
  );
}

/** Where plugins bring no commands, a skill of that name can be called. */
export function commandSkills(folder: string): GeneratedFile[] {
  return COMMANDS.map(({ name, about, prompt }) => ({
    path: `${folder}/skills/${name}/SKILL.md`,
    text: skillFile(name, `${about}. For when the user calls it by name.`, prompt('(what the user wrote with it)')),
  }));
}

export function geminiCommands(folder: string): GeneratedFile[] {
  return COMMANDS.map(({ name, about, prompt }) => ({
    path: `${folder}/commands/${name}.toml`,
    text: `description = ${JSON.stringify(about)}\nprompt = """\n${prompt('{{args}}')}"""\n`,
  }));
}

function markdown(path: string, body: string, head: Readonly<Record<string, string>>): GeneratedFile {
  const lines = Object.entries(head).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return { path, text: `---\n${lines.join('\n')}\n---\n\n${body}` };
}
