/** A paper as data for other programs: plain values under plain names, whole. */
import type { JsonValue } from '../../../model/index.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';

export interface ArticleData {
  readonly id: string;
  readonly citekey: string | null;
  readonly title: string;
  /** All else that is known of it; left out where only contents are wanted. */
  readonly metadata?: Readonly<Record<string, JsonValue>>;
  /** The texts that there are of it, its files one after the other. */
  readonly content?: string;
}

export function articleData(
  { key, value }: KeptPaper,
  { metadata, content }: { readonly metadata: boolean; readonly content: string | null },
): ArticleData {
  const { item, citekey } = value;
  return {
    id: key,
    citekey,
    title: item.title ?? '',
    ...(metadata ? { metadata: metadataOf(value) } : {}),
    ...(content === null ? {} : { content }),
  };
}

function metadataOf(value: KeptPaper['value']): Record<string, JsonValue> {
  const { item, standing, tags, topics, tldr, counts, open_access, retraction, read_state, rating } = value;
  const { title: _title, citekey: _citekey, ...fields } = item;
  const { added_at, updated_at } = value;
  const own = { standing, tags, topics, tldr, counts, open_access, retraction, read_state, rating };
  const times = { added_at: new Date(added_at).toISOString(), updated_at: new Date(updated_at).toISOString() };
  // Through JSON, so that what is not there is left out everywhere alike.
  return JSON.parse(JSON.stringify({ ...fields, ...own, ...times })) as Record<string, JsonValue>;
}
