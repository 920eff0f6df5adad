/** Memories as files that people can open and edit, as the faces of the application see it. */
import type { Deps } from '../services/deps.ts';
import type { EventBus } from '../services/events/event-bus.ts';
import type { MirrorReport, MirrorRequest } from '../services/mirror/mirror-request.ts';
import type { WatchMirrorRequest } from '../services/mirror/watch-mirror.ts';
import type { Backlogs } from './memories.ts';

export interface MirrorCalls {
  /** Brings a folder and the memories of a workspace together, once. Vectors follow in the background. */
  sync(request: MirrorRequest): Promise<MirrorReport>;
  /** The same, and then whenever one of the two changes, until the signal fires. */
  watch(request: WatchMirrorRequest): Promise<void>;
}

/** Loaded with the first call: most processes never mirror, and YAML is no small thing. */
export function createMirrorCalls(deps: Deps, { embeddings, readings }: Backlogs, events: EventBus): MirrorCalls {
  const read = ({ passages }: MirrorReport): void => {
    if (passages > 0) readings.queued();
  };
  const embed = ({ passages }: MirrorReport): void => {
    if (passages === 0) return;
    void embeddings.embedQueued(passages).catch((error: unknown) => {
      deps.logger.log('warning', 'embedding_deferred', { error });
    });
  };
  return {
    sync: async (request) => {
      const { MirrorSession } = await import('../services/mirror/sync/mirror-session.ts');
      const report = await new MirrorSession(deps, request).sync();
      read(report);
      return report;
    },
    watch: async (request) => {
      const { watchMirror } = await import('../services/mirror/watch-mirror.ts');
      const onReport = (report: MirrorReport): void => {
        embed(report);
        read(report);
        request.onReport(report);
      };
      return watchMirror(deps, events, { ...request, onReport });
    },
  };
}
