export { createProjects } from './find-projects.ts';
