/** A paper in a list: what names it, who wrote it, where and when. */
import type { ComponentChildren } from 'preact';
import type { Output } from '../api/client.ts';
import { addressOf } from '../shell/route.ts';
import { count, Tags, visible } from './parts.tsx';

type Article = Output<'listArticles'>['articles'][number];

const MOST_NAMED = 4;

export function ArticleLine({ of, children }: { of: Article; children?: ComponentChildren }) {
  const { id, title, authors, authors_total: all = authors.length, year, venue, citekey, citations } = of;
  const names = authors.slice(0, MOST_NAMED).join('; ') + (all > MOST_NAMED ? ' et al.' : '');
  return (
    <>
      <p>
        <a href={addressOf('research', id)}>{visible(title) || '(without a title)'}</a>{' '}
        {of.retracted && <span class="state failed">retracted</span>}
      </p>
      <p class="quiet">
        {[visible(names), year, venue && visible(venue), citekey && visible(citekey)]
          .filter((part) => part !== undefined && part !== '')
          .join(' · ')}
        {citations !== undefined && ` · cited ${count(citations)} times`}
        {!of.has_text && ' · no text here'} <Tags tags={of.tags} />
      </p>
      {children}
    </>
  );
}
