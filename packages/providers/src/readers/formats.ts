/** Every format that can be read. A format is one module, which is loaded when a file of it comes. */
import type { ReadFormat } from './reading.ts';
import type { Sample } from './sample.ts';

export interface Format {
  /** `docx`; what ReadDocument calls it. */
  readonly name: string;
  /** With its article, for sentences: `a Word document`. */
  readonly label: string;
  readonly mimeType: string;
  /** How names of such files end, in small letters, without the dot. They decide only among formats whose bytes look alike. */
  readonly extensions: readonly string[];
  /** What else the format is called by servers and mails. */
  readonly mimeTypes?: readonly string[];
  /** What the bytes say: one of the certainties, or 0 for no. Must be quick, and must not throw. */
  sniff(sample: Sample): number;
  load(): Promise<{ readonly read: ReadFormat }>;
}

/** A signature that nothing else has. */
export const CERTAIN = 1;
/** It has the shape of it from its first lines on. */
export const LIKELY = 0.8;
/** Some of its signs are there, as they might be in another text too. */
export const PLAUSIBLE = 0.5;
/** Nothing speaks against it: a name may decide. */
export const POSSIBLE = 0.2;

/** Among equals the first wins. */
export const FORMATS: readonly Format[] = [
  {
    name: 'text',
    label: 'a text',
    mimeType: 'text/plain',
    extensions: ['txt', 'text', 'log'],
    // Every text is at least this; what is more than possible goes before it.
    sniff: ({ isText }) => (isText ? 0.3 : 0),
    load: () => import('./text.ts'),
  },
];
