/** One paper: what is known of it and who said it, its versions, what it cites, who cites it and in which words, notes and marks. */
import { call, type Output } from '../api/client.ts';
import { changed } from '../api/live.ts';
import { useCall } from '../api/use-call.ts';
import { ArticleLine } from '../parts/article.tsx';
import { Fact, count, Shown, Tags, Time, visible } from '../parts/parts.tsx';
import { addressOf } from '../shell/route.ts';
import { mayWrite, say, tell, workspace } from '../shell/state.ts';
import { Annotations, Notes, References, Sentences } from './research/paper-parts.tsx';

type Paper = Output<'getArticle'>;

const here = () => (workspace.value === undefined ? {} : { workspace_id: workspace.value });

export function PaperView({ id }: { id: string }) {
  const paper = useCall('getArticle', { article_identifier: id, ...here() }, changed.record);
  return (
    <>
      <p>
        <a href={addressOf('research')}>All papers</a>
      </p>
      <Shown of={paper}>
        {(data) => (
          <>
            <h1>{visible(data.title) || '(without a title)'}</h1>
            {data.retraction && (
              <p class="problem">Retracted: {visible(String(data.retraction['kind'] ?? 'see the publisher'))}</p>
            )}
            <p>{visible(data.authors.join('; '))}</p>
            <Facts of={data} />
            <Reading of={data} />
            <Abstract of={data} />
            <Files of={data} />
            <Said of={data} />
            <Versions of={data} />
            <References id={data.id} />
            <Sentences id={data.id} />
            <Notes id={data.id} />
            <Annotations of={data.annotations ?? []} />
          </>
        )}
      </Shown>
    </>
  );
}

function Facts({ of }: { of: Paper }) {
  const { year, venue, type, citekey, citations, identifiers, standing, read_state: read, rating, tags } = of;
  return (
    <>
      <dl class="facts small">
        {year !== undefined && <Fact label="Year" value={year} />}
        {venue && <Fact label="In" value={visible(venue)} />}
        <Fact label="Type" value={visible(type)} />
        {citekey && <Fact label="Key" value={visible(citekey)} />}
        {citations !== undefined && <Fact label="Cited" value={count(citations)} />}
        <Fact label="Standing" value={standing} />
        <Fact label="Reading" value={read} />
        {rating !== undefined && <Fact label="Rating" value={rating} />}
        {identifiers.map((one) => (
          <Fact
            key={`${String(one['scheme'])}${String(one['value'])}`}
            label={String(one['scheme'])}
            value={visible(String(one['value']))}
          />
        ))}
      </dl>
      <Tags tags={tags} />
    </>
  );
}

const STATES = ['unread', 'reading', 'read'] as const;

/** Said by the user, and so no source overwrites it. */
function Reading({ of: { id, read_state: now } }: { of: Paper }) {
  if (!mayWrite.value) return null;
  const set = async (state: string): Promise<void> => {
    const asked = { article_identifier: id, ...here() };
    await call('updateArticle', { ...asked, update_metadata: { read_state: state } });
    say('Kept.', () => void call('updateArticle', { ...asked, update_metadata: { read_state: now } }).catch(tell));
  };
  return (
    <div class="actions" role="group" aria-label="How far you have read it">
      {STATES.map((state) => (
        <button key={state} type="button" aria-pressed={state === now} onClick={() => void set(state).catch(tell)}>
          {state}
        </button>
      ))}
    </div>
  );
}

function Abstract({ of: { metadata, tldr } }: { of: Paper }) {
  const { abstract } = metadata;
  return (
    <>
      {tldr && <p>{visible(tldr)}</p>}
      {typeof abstract === 'string' && (
        <section>
          <h2>Abstract</h2>
          <p class="text">{visible(abstract)}</p>
        </section>
      )}
    </>
  );
}

function Files({ of: { files } }: { of: Paper }) {
  if (files.length === 0) return null;
  return (
    <section>
      <h2>Files</h2>
      <ul class="plain">
        {files.map((file) => {
          const { file_id: id, kind, text, reason, document_id: document, licence } = file as Record<string, string>;
          return (
            <li key={id}>
              {document === undefined ? kind : <a href={addressOf('documents', document)}>Read the {kind}</a>}{' '}
              <span class="quiet">
                {text} {reason && visible(reason)} {licence && visible(licence)}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Said({ of: { metadata, said } }: { of: Paper }) {
  const by = Map.groupBy(said, (one) => String(one['field']));
  const fields = [...new Set([...Object.keys(metadata), ...by.keys()])].filter((name) => name !== 'abstract');
  return (
    <details>
      <summary>Every field, and who said it</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">What</th>
            <th scope="col">Said by</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((name) => (
            <tr key={name}>
              <th scope="row">{visible(name.replaceAll('_', ' '))}</th>
              <td>{shownValue(metadata[name])}</td>
              <td>
                {(by.get(name) ?? []).map((one, i) => (
                  <div key={i}>
                    {visible(String(one['source']))}, <Time at={String(one['at'])} />
                  </div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function shownValue(value: unknown): string {
  if (value === undefined) return '';
  return visible(typeof value === 'string' ? value : JSON.stringify(value));
}

function Versions({ of: { versions } }: { of: Paper }) {
  if (versions.length === 0) return null;
  return (
    <section>
      <h2>Other versions</h2>
      <ul class="cards">
        {versions.map((one) => (
          <li key={String(one['id'])}>
            <span class="quiet">{visible(String(one['relation']).replaceAll('_', ' '))}</span>
            <ArticleLine of={one as Parameters<typeof ArticleLine>[0]['of']} />
          </li>
        ))}
      </ul>
    </section>
  );
}
