/** How sure the bytes of a file are of a format; a name adds to what is possible at all. */

/** A signature that nothing else has. */
export const CERTAIN = 1;
/** It has the shape of it from its first lines on. */
export const LIKELY = 0.8;
/** Some of its signs are there, as they might be in another text too. */
export const PLAUSIBLE = 0.45;
/** Every text is at least a text; what is more than possible goes before it. */
export const PLAIN = 0.3;
/** Nothing speaks against it: a name may decide. */
export const POSSIBLE = 0.2;
