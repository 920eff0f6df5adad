/** A file of code as the units that are found. */
export * from './cut-units.ts';
