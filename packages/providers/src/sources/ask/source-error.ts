/** What a source fails with, in words that say which one it is and what would help. */
import { ZapomniError } from '@zapomni/core/errors';

export function unusable(called: string, what: string, cause?: unknown): ZapomniError {
  return new ZapomniError('UPSTREAM_FAILED', `${called} ${what}.`, {
    hint: 'Try again later; other sources may know it.',
    cause,
  });
}

export function needsSetting(called: string, setting: string, what: string): ZapomniError {
  return new ZapomniError('INVALID_CONFIG', `${called} ${what}: set ${setting}.`, {
    hint: `${setting} is a setting; docs/papers.md says where to get a value for it.`,
    issues: [{ field: setting, error: what }],
  });
}

export function isOff(called: string, name: string): ZapomniError {
  return new ZapomniError('NETWORK_OFF', `${called} is off.`, {
    hint: `Name \`${name}\` in ZAPOMNI_PAPER_SOURCES to allow it.`,
  });
}

export function isOffline(called: string): ZapomniError {
  return new ZapomniError(
    'NETWORK_OFF',
    `${called} may not be asked while ZAPOMNI_PAPER_OFFLINE is on, and nothing is kept of this.`,
    {
      hint: 'Ask again with ZAPOMNI_PAPER_OFFLINE off.',
    },
  );
}
