export { openSqliteStorage, type SqliteStorageOptions } from './drivers/sqlite/driver.ts';
export { replaceSqliteStore } from './drivers/sqlite/replace-store.ts';
export { salvageSqliteStore, type SalvageReport } from './drivers/sqlite/salvage/salvage-store.ts';
export { STORE_FILE } from './drivers/sqlite/connection/store-file.ts';
export { openFalkordbStorage, type FalkordbStorageOptions } from './drivers/falkordb/driver.ts';
