/** The store's file in its folder. Apart from the engine, so that asking for its name does not load SQLite. */
export const STORE_FILE = 'zapomni.db';
