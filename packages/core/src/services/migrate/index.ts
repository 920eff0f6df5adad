export { exportLines } from './export-lines.ts';
export { importExport } from './import-export.ts';
export {
  migrateStore,
  verifyStores,
  type MigrationProgress,
  type MigrationReport,
  type PartComparison,
} from './migrate-store.ts';
export type { Throttle } from './pace.ts';
