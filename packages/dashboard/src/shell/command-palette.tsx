/** Ctrl-K: go anywhere, or search, without the mouse. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { go } from './route.ts';
import { SCREENS } from './screens.ts';

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
  const choices = choicesFor(typed);
  const run = ({ screen, query }: Choice): void => {
    dialog.current?.close();
    go(screen, undefined, query);
  };
  const runFirst = (event: Event): void => {
    event.preventDefault();
    if (choices[0]) run(choices[0]);
  };
  return (
    <dialog ref={dialog} class="palette" aria-label="Go to">
      <form method="dialog" onSubmit={runFirst}>
        <label>
          Go to a screen, or search
          <input value={typed} onInput={(event) => setTyped(event.currentTarget.value)} autofocus />
        </label>
        <ul class="plain">
          {choices.map((choice) => (
            <li key={choice.title}>
              <button type="button" onClick={() => run(choice)}>
                {choice.title}
              </button>
            </li>
          ))}
        </ul>
      </form>
    </dialog>
  );
}

interface Choice {
  readonly title: string;
  readonly screen: string;
  readonly query?: Record<string, string>;
}

/** Screens whose name fits first, then the search for what was typed. */
function choicesFor(typed: string): Choice[] {
  const fitting = Object.entries(SCREENS).filter(([, { title }]) => title.toLowerCase().includes(typed.toLowerCase()));
  const search = { title: `Search for “${typed}”`, screen: 'search', query: { q: typed } };
  return [...fitting.map(([screen, { title }]) => ({ title, screen })), ...(typed === '' ? [] : [search])];
}
