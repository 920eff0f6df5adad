export { isLive, nameOfKind } from './work-kind.ts';
