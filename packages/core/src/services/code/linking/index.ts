/** Linking from what is kept to what is kept: link-packed.ts has a drawing. */
export { linkPacked, type LinkPackedOptions } from './link-packed.ts';
