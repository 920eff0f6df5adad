/** For tests of the mirror. */
export { Kill } from './kill.ts';
export { MirrorGround, WORKSPACE } from './mirror-ground.ts';
export { MirrorTrial, OPERATIONS, type Step } from './mirror-trial.ts';
