/** Version 7: a workspace keeps the count of what is superseded in it; the index that was walked for it goes. */
import type { MigrationStep } from '../migrate.ts';
import { SUPERSEDED_COUNT } from '../schema.ts';

export const COUNT_OF_SUPERSEDED: MigrationStep = {
  to: 7,
  rewritesData: false,
  run: (db) => {
    db.exec(SUPERSEDED_COUNT);
    db.exec(`UPDATE workspaces SET superseded =
      (SELECT count(*) FROM memories WHERE workspace = workspaces.id AND superseded_by IS NOT NULL)`);
    db.exec('DROP INDEX IF EXISTS memories_superseded');
  },
};
