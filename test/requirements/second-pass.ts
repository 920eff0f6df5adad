/** Found on a second reading of the specification. */
import type { Section } from './section.ts';

export const secondPass: Section = {
  name: 'Further lines',
  requirements: [
    { id: 'R311', title: 'Passing failures are marked retryable, so that the client decides to try again.' },
    { id: 'R312', title: 'It works wherever stdio is attached: terminal, service or container.' },
    { id: 'R313', title: 'Inputs are trimmed, type-checked and freed of control data before the core sees them.' },
    { id: 'R314', title: 'The core is async throughout, ready for concurrent transports.' },
    { id: 'R315', title: 'Error replies carry machine-readable field and class beside the text.' },
    { id: 'R316', title: 'params that is not an object is refused and runs no tool.' },
    { id: 'R317', title: 'Neither files nor computation block the event loop.' },
    { id: 'R318', title: 'Outgoing connections are pooled and reused.' },
    { id: 'R319', title: "The store's URL and the vault's path come from the environment; TLS ends at the proxy." },
    { id: 'R320', title: "A call to an unknown tool is answered by an error under the request's id." },
  ],
};
