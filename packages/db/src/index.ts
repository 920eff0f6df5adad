export { openSqliteStorage, type SqliteStorageOptions } from './drivers/sqlite/driver.ts';
export { STORE_FILE } from './drivers/sqlite/connection/store-file.ts';
export { openFalkordbStorage, type FalkordbStorageOptions } from './drivers/falkordb/driver.ts';
