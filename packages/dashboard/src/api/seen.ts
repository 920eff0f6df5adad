/** Whether somebody looks at the page, and for how long nobody has. */
const isHidden = (): boolean => document.visibilityState === 'hidden';

/** Resolves at once while the page is seen, else when it is, or when nobody waits any more. */
export function seen(stop: AbortSignal): Promise<void> {
  if (!isHidden()) return Promise.resolve();
  return new Promise((resolve) => {
    const look = (): void => {
      if (isHidden() && !stop.aborted) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    stop.addEventListener('abort', look, { once: true });
  });
}

/** Aborted when the page has been hidden for so long without a break. */
export function whenUnseen(ms: number): { readonly signal: AbortSignal; forget(): void } {
  const unseen = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    clearTimeout(timer);
    if (isHidden()) timer = setTimeout(() => unseen.abort(), ms);
  };
  document.addEventListener('visibilitychange', look);
  look();
  return {
    signal: unseen.signal,
    forget() {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    },
  };
}
