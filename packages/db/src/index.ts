export { openSqliteStorage, type SqliteStorageOptions } from './drivers/sqlite/driver.ts';
export { STORE_FILE } from './drivers/sqlite/store-file.ts';
