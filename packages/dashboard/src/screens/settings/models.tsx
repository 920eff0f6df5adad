/** The models at work, and how they are. */
import { changed } from '../../api/live.ts';
import { useCall } from '../../api/use-call.ts';
import { count, Fact, Shown } from '../../parts/parts.tsx';

export function Models() {
  const models = useCall('listModels', {}, changed.work);
  return (
    <section>
      <h2>Models</h2>
      <Shown of={models}>
        {({ embedding, llm }) => (
          <dl class="facts small">
            <Fact label="Meaning" value={embedding.model} />
            <Fact label="It is" value={embedding.state} />
            {embedding.searching !== embedding.model && (
              <Fact label="Searches still go by" value={embedding.searching} />
            )}
            {embedding.beside && <Fact label="Other languages" value={embedding.beside} />}
            <Fact label="Passages that wait" value={count(embedding.pending)} />
            {embedding.vectors.map(({ model, vectors }) => (
              <Fact key={model} label={`Vectors of ${model}`} value={count(vectors)} />
            ))}
            <Fact label="Language model" value={llm.model} />
          </dl>
        )}
      </Shown>
    </section>
  );
}
