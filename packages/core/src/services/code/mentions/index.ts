/** Memories that name code. */
export { codeOf, memoriesNaming, type CodeMention } from './code-of.ts';
export { nameHits } from './name-hits.ts';
export { linkMentions } from './link-mentions.ts';
export { CODE_MENTIONS } from './mention-record.ts';
