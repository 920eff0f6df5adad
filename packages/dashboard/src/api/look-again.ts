/** For what nobody is told of, such as calls that only read: looked at again now and then, while somebody sees the page. */
import { useEffect, useRef } from 'preact/hooks';

export function useLookAgain(again: () => void, everyMs: number): void {
  const latest = useRef(again);
  latest.current = again;
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && latest.current(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
