/** A line to be taken elsewhere. */
import { say } from '../shell/state.ts';

export function Copyable({ text, label }: { text: string; label: string }) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      say('Copied.');
    } catch {
      say('The browser does not allow it: mark the line and copy it.');
    }
  };
  return (
    <div class="copyable">
      <code>{text}</code>
      <button type="button" onClick={() => void copy()} aria-label={`Copy ${label}`}>
        Copy
      </button>
    </div>
  );
}
