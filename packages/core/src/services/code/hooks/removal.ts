/** What is to be done so that everything is as it was before. */
import type { HookGround, HookStep } from '../../../ports/index.ts';
import { hasBlock, withoutBlock } from './block.ts';
import { BEFORE, madeFolder, originOf } from './hook-file.ts';
import { HOOK_EVENTS, LOG_NAME } from './script.ts';

export interface Removal {
  readonly steps: readonly HookStep[];
  /** What stays, and why; in words for people. */
  readonly kept: readonly string[];
}

const join = (folder: string, name: string): string => `${folder}/${name}`;

export function removeAll(ground: HookGround): Removal {
  const parts = [removeFiles(ground), removeFromHusky(ground), removeFromConfig(ground), removeLog(ground)];
  return { steps: parts.flatMap(({ steps }) => steps), kept: parts.flatMap(({ kept }) => kept) };
}

/** Where Git looks now, and where it looked before somebody set `core.hooksPath`. */
export function removeFiles(ground: HookGround): Removal {
  const folders = new Set([...(ground.isOwn ? [ground.folder] : []), ground.ownFolder]);
  const steps: HookStep[] = [];
  const kept: string[] = [];
  for (const folder of folders) {
    let isFolderOurs = false;
    for (const event of HOOK_EVENTS) {
      const hook = ground.files.get(join(folder, event));
      isFolderOurs ||= hook !== undefined && originOf(hook.bytes) === 'ours' && madeFolder(hook.bytes);
      const one = removeFile(ground, folder, event);
      steps.push(...one.steps);
      kept.push(...one.kept);
    }
    if (isFolderOurs) steps.push({ kind: 'remove_folder', path: folder });
  }
  return { steps, kept };
}

function removeFile({ files }: HookGround, folder: string, event: string): Removal {
  const [path, beforePath] = [join(folder, event), join(folder, `${event}${BEFORE}`)];
  const [hook, before] = [files.get(path), files.get(beforePath)];
  const origin = hook && originOf(hook.bytes);
  if (origin === 'changed') return { steps: [], kept: [`${event}: it was changed since it was installed.`] };
  if (origin === 'foreign')
    return { steps: [], kept: before ? [`${event}${BEFORE}: another program has put its own hook in place.`] : [] };
  if (before) return { steps: [{ kind: 'move', from: beforePath, to: path, before: hook?.bytes ?? null }], kept: [] };
  return { steps: hook ? [{ kind: 'remove', path }] : [], kept: [] };
}

/** What a file begins with that was made for a block. */
export const MADE_FOR_BLOCK = '#!/bin/sh\n# Made by zapomni install-hooks.\n';

export function removeFromHusky({ root, files }: HookGround): Removal {
  const steps = HOOK_EVENTS.flatMap((event): HookStep[] => {
    const path = join(root, `.husky/${event}`);
    const bytes = files.get(path)?.bytes;
    if (bytes === undefined || !hasBlock(bytes)) return [];
    const rest = withoutBlock(bytes);
    if (rest === MADE_FOR_BLOCK) return [{ kind: 'remove', path }];
    return [{ kind: 'write', path, bytes: rest, mode: 0o755, before: bytes }];
  });
  return { steps, kept: [] };
}

export function removeFromConfig({ commonDir, files }: HookGround): Removal {
  const path = join(commonDir, 'config');
  const bytes = files.get(path)?.bytes;
  if (bytes === undefined || !hasBlock(bytes)) return { steps: [], kept: [] };
  return { steps: [{ kind: 'write', path, bytes: withoutBlock(bytes), mode: 0o644, before: bytes }], kept: [] };
}

function removeLog({ commonDir, files }: HookGround): Removal {
  const path = join(commonDir, LOG_NAME);
  return { steps: files.has(path) ? [{ kind: 'remove', path }] : [], kept: [] };
}
