/** What stops a clause on this machine; undefined where nothing does. */
export const ON_WINDOWS = process.platform === 'win32' ? 'Windows has no such files' : undefined;
export const AS_ROOT = process.getuid?.() === 0 ? 'root may read everything' : undefined;

/** The title of a clause that is skipped for a reason, if there is one: `npm run contracts` tells it. */
export function titled(title: string, reason: string | undefined): string {
  return reason === undefined ? title : `${title} (skipped: ${reason})`;
}
