export type { GitProgramOptions } from './find-repository.ts';
export { createHookPlaces } from './hooks/hook-places.ts';
export { createGit } from './open-git.ts';
