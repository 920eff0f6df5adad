export { PageSessions } from './page-sessions.ts';
