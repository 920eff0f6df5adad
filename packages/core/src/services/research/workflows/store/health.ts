/** How well a workflow does, from its last runs: sites change, and nobody is told. */
import type { KeptRun, RunRecord } from './workflow-record.ts';

export const HEALTH = ['untried', 'healthy', 'degraded', 'failing'] as const;

export interface Health {
  readonly status: (typeof HEALTH)[number];
  /** In words; empty where all is well. */
  readonly reason: string;
}

/** Runs that are looked at, and how many in a row have to fail. */
export const LOOKED_AT = 10;
const IN_A_ROW = 3;

/** What is set up wrongly here says nothing of the site. */
const OURS = new Set(['INVALID_CONFIG', 'NETWORK_OFF']);

/** The latest first. Those that run or were cancelled are not counted. */
export function healthOf(runs: readonly KeptRun[]): Health {
  const ended = runs
    .map(({ value }) => value)
    .filter(({ status, failure }) => status !== 'running' && status !== 'cancelled' && !OURS.has(failure?.code ?? ''))
    .slice(0, LOOKED_AT);
  const [latest] = ended;
  if (!latest) return { status: 'untried', reason: 'It has not been run.' };
  const failed = ended.filter(hasFailed);
  const count = `${failed.length} of the last ${ended.length} runs failed`;
  if (hasFailed(latest)) {
    const isFailing = ended.slice(0, IN_A_ROW).every(hasFailed) && ended.length >= IN_A_ROW;
    return { status: isFailing ? 'failing' : 'degraded', reason: `${whyFailed(latest)}; ${count}.` };
  }
  if (latest.counts.items === 0 && ended.some(({ counts }) => counts.items > 0))
    return {
      status: 'degraded',
      reason: 'The last run found nothing where earlier ones did: the page may have changed.',
    };
  return failed.length * 2 >= ended.length
    ? { status: 'degraded', reason: `${count}; the latest did not.` }
    : { status: 'healthy', reason: '' };
}

function hasFailed({ status }: RunRecord): boolean {
  return status === 'failed' || status === 'needs_human';
}

export function whyFailed({ failure }: RunRecord): string {
  if (!failure) return 'The last run failed';
  const { step, action, selector, code } = failure;
  if (step === null) return `The last run failed with ${code}`;
  return `Step ${step} (${action}${selector === null ? '' : ` ${selector}`}) failed with ${code}`;
}
