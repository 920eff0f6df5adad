/** What nobody caught: told once, with its stack, then the store is closed in order and the process ends with 1. */
import type { Logger } from '@zapomni/core/ports';

const CLEAN_UP_MS = 5000;

export interface CrashGuard {
  /** What a crash must still see done; set once there is something to close. */
  cleanUp: () => Promise<void>;
}

export function guardAgainstCrashes(logger: Logger): CrashGuard {
  const guard: CrashGuard = { cleanUp: async () => undefined };
  let crashed = false;
  const crash = async (error: unknown): Promise<void> => {
    logger.log('critical', 'server_error', { error });
    if (crashed) return;
    crashed = true;
    setTimeout(() => process.exit(1), CLEAN_UP_MS);
    try {
      await guard.cleanUp();
    } finally {
      process.exit(1);
    }
  };
  process.on('uncaughtException', (error) => void crash(error));
  process.on('unhandledRejection', (reason) => void crash(reason));
  return guard;
}
