/** Git tells Zapomni what changed: hooks are put into a repository, and taken out again. */
import type { FileRequest, HookPlaces, HookRefusal } from '../../../ports/index.ts';
import { planInstallation, type HookWay } from './installation.ts';
import { removeAll } from './removal.ts';
import type { HookProgram } from './script.ts';

export interface HookReport {
  readonly root: string;
  /** How they are installed; `none` also after a removal. */
  readonly way: HookWay;
  /** How many files were written, moved or removed; none when all was as it should be. */
  readonly changed: number;
  readonly kept: readonly string[];
  readonly advice: string | null;
}

export interface HookRequest extends FileRequest {
  /** A folder in the repository. */
  readonly path: string;
}

/** Installing twice is installing once; a newer version puts its own in place of an older one's. */
export async function installHooks(
  places: HookPlaces,
  request: HookRequest & { readonly program: HookProgram },
): Promise<HookReport | HookRefusal> {
  const ground = await places.look(request.path, request);
  if ('reason' in ground) return ground;
  const { way, steps, kept, advice } = planInstallation(ground, request.program);
  await places.apply(ground, steps);
  return { root: ground.root, way, changed: steps.length, kept, advice };
}

export async function removeHooks(places: HookPlaces, request: HookRequest): Promise<HookReport | HookRefusal> {
  const ground = await places.look(request.path, request);
  if ('reason' in ground) return ground;
  const { steps, kept } = removeAll(ground);
  await places.apply(ground, steps);
  return { root: ground.root, way: 'none', changed: steps.length, kept, advice: null };
}
