export { createGit, type GitProgramOptions } from './open-git.ts';
