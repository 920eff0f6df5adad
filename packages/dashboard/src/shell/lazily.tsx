/** A screen that is loaded when it is first looked at. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

export function lazily(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | undefined;
  return function Lazily() {
    const [View, setView] = useState<ComponentType | undefined>(() => loaded);
    const [isMissing, setIsMissing] = useState(false);
    const begin = async (): Promise<void> => {
      setIsMissing(false);
      try {
        const view = (loaded = await load());
        setView(() => view);
      } catch {
        setIsMissing(true);
      }
    };
    useEffect(() => {
      if (!loaded) void begin();
    }, []);
    if (View) return <View />;
    if (!isMissing) return <p aria-busy="true">Loading…</p>;
    return (
      <div class="problem" role="alert">
        <p>This screen could not be loaded. The server may be away, or was updated: reload the page then.</p>
        <button type="button" onClick={() => void begin()}>
          Try again
        </button>
      </div>
    );
  };
}
