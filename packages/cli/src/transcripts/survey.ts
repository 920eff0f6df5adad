/** What there is in the files, program by program. */
import type { BrokenPlace } from '@zapomni/core/ports';
import type { TranscriptCounts, TranscriptRequest, TranscriptStanding, Wanted } from '@zapomni/core/transcripts';
import { createProgressBar } from '../output/progress-bar.ts';
import type { Terminal } from '../output/terminal.ts';
import type { FoundTranscript } from './find-transcripts.ts';

export interface ClientCounts extends TranscriptCounts {
  readonly client: string;
  readonly title: string;
  readonly files: number;
  /** Turns in files that were not taken yet, or have grown since. */
  readonly unread: number;
}

export interface Survey {
  readonly clients: readonly ClientCounts[];
  /** Files that are to be read. */
  readonly unread: readonly FoundTranscript[];
  readonly broken: readonly BrokenPlace[];
}

type Look = (request: TranscriptRequest) => Promise<TranscriptStanding>;

export async function surveyAll(
  found: readonly FoundTranscript[],
  wanted: Wanted,
  { look, terminal }: { readonly look: Look; readonly terminal: Terminal },
): Promise<Survey> {
  const bar = createProgressBar(terminal);
  const total = found.reduce((sum, { file }) => sum + file.bytes, 0);
  const broken: BrokenPlace[] = [];
  const standings: (FoundTranscript & { readonly standing: TranscriptStanding })[] = [];
  let bytes = 0;
  try {
    for (const one of found) {
      const onBytes = (read: number): void => bar.update((bytes += read), total, `looking at ${one.source.title}`);
      const onBroken = (place: BrokenPlace): void => void broken.push(place);
      standings.push({ ...one, standing: await look({ ...one, wanted, onBytes, onBroken }) });
    }
  } finally {
    bar.clear();
  }
  const byClient = Map.groupBy(standings, ({ source }) => source);
  return {
    clients: [...byClient].map(([{ client, title }, of]) => ({
      client,
      title,
      ...sumOf(of.map(({ standing }) => standing)),
    })),
    unread: standings.filter(({ standing }) => !standing.isTaken && standing.sessions > 0),
    broken,
  };
}

function sumOf(standings: readonly TranscriptStanding[]): Omit<ClientCounts, 'client' | 'title'> {
  const sum = (of: readonly TranscriptStanding[], field: 'sessions' | 'turns'): number =>
    of.reduce((total, standing) => total + standing[field], 0);
  const times = standings.flatMap(({ from, to }) => [from, to]).filter((time) => time !== null);
  return {
    files: standings.length,
    sessions: sum(standings, 'sessions'),
    turns: sum(standings, 'turns'),
    unread: sum(
      standings.filter((standing) => !standing.isTaken),
      'turns',
    ),
    from: times.length === 0 ? null : times.reduce((a, b) => Math.min(a, b)),
    to: times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b)),
  };
}
