/** The published version; a test compares it with the manifest. A constant, so that the greeting needs no file. */
export const VERSION = '0.1.0';
