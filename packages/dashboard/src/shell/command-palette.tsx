/** Ctrl-K: go anywhere, or search, without the mouse. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { go } from './route.ts';
import { SCREENS } from './shell.tsx';

export function CommandPalette() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setTyped('');
      dialog.current?.showModal();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const fitting = Object.entries(SCREENS).filter(([, { title }]) => title.toLowerCase().includes(typed.toLowerCase()));
  const run = (screen: string, query?: Record<string, string>): void => {
    dialog.current?.close();
    go(screen, undefined, query);
  };
  return (
    <dialog ref={dialog} class="palette" aria-label="Go to">
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = fitting;
          if (first) run(first[0]);
          else run('search', { q: typed });
        }}
      >
        <label>
          Go to a screen, or search
          <input value={typed} onInput={(event) => setTyped(event.currentTarget.value)} autofocus />
        </label>
        <ul class="plain">
          {fitting.map(([name, { title }]) => (
            <li key={name}>
              <button type="button" onClick={() => run(name)}>
                {title}
              </button>
            </li>
          ))}
          {typed !== '' && (
            <li>
              <button type="button" onClick={() => run('search', { q: typed })}>
                Search for “{typed}”
              </button>
            </li>
          )}
        </ul>
      </form>
    </dialog>
  );
}
