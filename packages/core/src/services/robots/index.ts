/** What a site allows programs to read, for whoever visits it by another way than the web port. */
export { obeyRobots } from './obey-robots.ts';
