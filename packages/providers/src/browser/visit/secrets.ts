/** What was typed in as a secret, or came with a session, so that no answer of the page's shows it again. */
import type { Locator, Page } from 'playwright-core';

const COVER = '•••';
/** Shorter ones stand in every text by chance. */
const LEAST_LENGTH = 4;
const TYPED_INTO = 'css=input, textarea, select, [contenteditable]:not([contenteditable=false])';

export class Secrets {
  readonly #values = new Set<string>();

  add(value: string): void {
    if (value.length >= LEAST_LENGTH) this.#values.add(value);
  }

  hide(text: string): string {
    let hidden = text;
    for (const value of this.#values)
      for (const spelling of spellings(value)) hidden = hidden.replaceAll(spelling, COVER);
    return hidden;
  }

  /** Everything that takes what is typed, and wherever a page repeats it. */
  covers(page: Page): Locator[] {
    return page
      .frames()
      .flatMap((frame) => [frame.locator(TYPED_INTO), ...[...this.#values].map((value) => frame.getByText(value))]);
  }
}

/** As pages and addresses write it. */
function spellings(value: string): Set<string> {
  const escaped = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const inForms = new URLSearchParams({ v: value }).toString().slice(2);
  return new Set([
    value,
    escaped,
    escaped.replaceAll('"', '&quot;'),
    encodeURIComponent(value),
    inForms,
    encodeURI(value),
  ]);
}
