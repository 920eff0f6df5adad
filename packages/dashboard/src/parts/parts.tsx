/** Small things that every screen is made of. */
import type { ComponentChildren } from 'preact';
import type { Answer } from '../api/use-call.ts';

/** What a call gave: the data, or why there is none. */
export function Shown<Data>({ of, children }: { of: Answer<Data>; children: (data: Data) => ComponentChildren }) {
  const { data, error, isWaiting, again } = of;
  return (
    <div aria-busy={isWaiting}>
      {error && (
        <div class="problem" role="alert">
          <p>{error.message}</p>
          {error.hint && <p class="quiet">{error.hint}</p>}
          <button type="button" onClick={again}>
            Try again
          </button>
        </div>
      )}
      {data === undefined ? !error && <p class="quiet">Loading…</p> : children(data)}
    </div>
  );
}

/** Marks that turn text round or hide in it are shown, so that a name is what it seems. */
const HIDDEN = /(?![\t\n])[\p{Cc}\p{Cf}]/gu;

export function visible(text: string): string {
  return text.replace(HIDDEN, (mark) => `⟨U+${mark.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}⟩`);
}

/** In the reader's own zone; the exact moment on hover. */
export function Time({ at }: { at: string }) {
  const date = new Date(at);
  const shown = Number.isNaN(date.getTime())
    ? at
    : date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <time dateTime={at} title={at}>
      {shown}
    </time>
  );
}

export function Tags({ tags }: { tags: readonly string[] | undefined }) {
  if (!tags || tags.length === 0) return null;
  return (
    <span class="tags">
      {tags.map((tag) => (
        <span class="tag" key={tag}>
          {visible(tag)}
        </span>
      ))}
    </span>
  );
}

export function Fact({ label, value, hint }: { label: string; value: ComponentChildren; hint?: string }) {
  return (
    <div class="fact" title={hint}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const COUNT = new Intl.NumberFormat();
export const count = (value: number): string => COUNT.format(value);
export const percent = (value: number): string => `${Math.round(value * 100)} %`;

/** A share as a bar, with its figure: length is never the only sign. */
export function Bar({ label, value, most }: { label: string; value: number; most: number }) {
  const share = most > 0 ? Math.max(0, Math.min(1, value / most)) : 0;
  return (
    <div class="bar">
      <span>{label}</span>
      <meter min={0} max={1} value={share} aria-label={label} />
      <span class="figure">{value.toFixed(2)}</span>
    </div>
  );
}
