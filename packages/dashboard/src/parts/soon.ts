/** What cannot be taken back is done a little later: until then nothing is sent, and one may change one's mind. */
import { say, tell } from '../shell/state.ts';

const UNDO_MS = 8000;

interface Soon {
  readonly text: string;
  readonly act: () => Promise<unknown>;
  /** It was taken back, or did not work. */
  readonly back?: () => void;
  /** It is done. */
  readonly done?: () => void;
}

export function soon({ text, act, back, done }: Soon): void {
  const send = async (): Promise<void> => {
    try {
      await act();
      done?.();
    } catch (error) {
      back?.();
      tell(error);
    }
  };
  const timer = setTimeout(() => void send(), UNDO_MS);
  const undo = (): void => {
    clearTimeout(timer);
    back?.();
  };
  say(text, undo, UNDO_MS);
}
