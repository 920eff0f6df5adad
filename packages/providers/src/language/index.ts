/** Which language a text is in. */
export { isEnglish } from './is-english.ts';
