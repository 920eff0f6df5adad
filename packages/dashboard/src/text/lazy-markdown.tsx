/** A text as Markdown once what reads it has come; as it is written until then. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { visible } from '../parts/parts.tsx';

export function LazyMarkdown({ text }: { text: string }) {
  const [view, setView] = useState<{ readonly Of: ComponentType<{ text: string }> } | undefined>(undefined);
  useEffect(() => {
    let isGone = false;
    void import('./markdown.tsx').then(
      ({ Markdown }) => isGone || setView({ Of: Markdown }),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return view ? <view.Of text={text} /> : <p class="text">{visible(text)}</p>;
}
