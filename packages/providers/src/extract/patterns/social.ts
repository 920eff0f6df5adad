/** How people are addressed and topics marked in posts. */
import type { Pattern } from './pattern.ts';

export const SOCIAL: readonly Pattern[] = [
  {
    type: 'account',
    regex: /(?<![\p{L}\p{N}_.@/-])@[\p{L}\p{N}_][\p{L}\p{N}_-]{1,38}(?![\p{L}\p{N}_@/]|\.\p{L})/gu,
    confidence: 0.9,
    accepts: (match) => /\p{L}/u.test(match),
  },
  {
    type: 'topic',
    regex: /(?<![\p{L}\p{N}_&#/])#\p{L}[\p{L}\p{N}_]{1,60}/gu,
    confidence: 0.8,
  },
];
