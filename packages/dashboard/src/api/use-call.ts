/** A call whose answer a screen shows: asked when its arguments change and when what it shows has changed. */
import type { Signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call, CallError, type CallName, type Input, type Output } from './client.ts';
import { Repeated } from './repeated.ts';

export interface Answer<Data> {
  /** The last good one stays while the next is on its way. */
  readonly data: Data | undefined;
  readonly error: CallError | undefined;
  readonly isWaiting: boolean;
  readonly again: () => void;
}

export function useCall<Name extends CallName>(
  name: Name,
  input: Input<Name> | undefined,
  when?: Signal<number>,
): Answer<Output<Name>> {
  const [state, setState] = useState<Omit<Answer<Output<Name>>, 'again'>>({
    data: undefined,
    error: undefined,
    isWaiting: input !== undefined,
  });
  const [round, setRound] = useState(0);
  const asked = JSON.stringify(input);
  const version = when?.value ?? 0;
  const repeated = useRef<Repeated | undefined>(undefined);
  const seen = useRef(version);
  useEffect(() => {
    if (input === undefined) return;
    const asking = new Repeated(async (stop) => {
      setState((before) => ({ ...before, isWaiting: true }));
      try {
        const data = await call(name, input, stop);
        setState({ data, error: undefined, isWaiting: false });
      } catch (error) {
        if (stop.aborted) return;
        const shown = error instanceof CallError ? error : new CallError({ code: 'PAGE', message: String(error) });
        setState((before) => ({ ...before, error: shown, isWaiting: false }));
      }
    });
    repeated.current = asking;
    return () => asking.stop();
  }, [name, asked, round]);
  useEffect(() => {
    if (seen.current !== version) repeated.current?.again();
    seen.current = version;
  }, [version]);
  return { ...state, again: () => setRound((count) => count + 1) };
}
