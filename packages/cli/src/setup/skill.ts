/** The skill in the folder that a client reads skills from: a file of our own, which several clients may share. */
import { rmdir } from 'node:fs/promises';
import path from 'node:path';
import { SKILL, SKILL_NAME } from './agent-texts.ts';
import type { Client, RulesFile } from './clients/client.ts';
import { home, joined, named, type Place } from './clients/place.ts';
import { CLIENTS } from './clients/table.ts';
import { isFound, standingOf } from './connect.ts';
import { removeRules } from './rules.ts';

type Folder = (place: Place) => string;

/** What the standard for skills names; many read it. */
const shared: Folder = (place) => home(place, '.agents', 'skills');

const FOLDERS: Readonly<Record<string, Folder>> = {
  'claude-code': (place) => joined(place, named(place, 'CLAUDE_CONFIG_DIR', '.claude'), 'skills'),
  cursor: (place) => home(place, '.cursor', 'skills'),
  gemini: (place) => home(place, '.gemini', 'skills'),
  codex: shared,
  'copilot-cli': shared,
  vscode: shared,
  'vscode-insiders': shared,
  opencode: shared,
  amp: shared,
};

/** Undefined for a client that reads none that we know. */
export function skillOf({ id }: Client, place: Place): RulesFile | undefined {
  const folder = FOLDERS[id]?.(place);
  return folder === undefined
    ? undefined
    : { file: joined(place, folder, SKILL_NAME, 'SKILL.md'), kind: 'own', text: SKILL };
}

/** Unless another client that is connected reads the same file. One that somebody has changed is theirs, and stays. */
export async function removeSkill(client: Client, place: Place): Promise<void> {
  const skill = skillOf(client, place);
  if (!skill || !place.exists(skill.file)) return;
  const others = CLIENTS.filter(
    (other) => other.id !== client.id && skillOf(other, place)?.file === skill.file && isFound(other, place),
  );
  const standings = await Promise.all(others.map((other) => standingOf(other, 'user', place)));
  if (standings.some((standing) => standing?.state === 'ours')) return;
  await removeRules(skill);
  // Not if something else lies in it.
  await rmdir(path.dirname(skill.file)).catch(() => undefined);
}
