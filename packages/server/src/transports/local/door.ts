/** The client's side of the door, light: connecting to the server that serves a folder. */
export { knock, type OpenedDoor } from './knock.ts';
export { makeRunFolder } from './door-place.ts';
export { withFileLock } from '../../auth/file-lock.ts';
