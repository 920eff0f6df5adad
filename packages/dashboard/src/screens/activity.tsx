/** What was called lately: names, times and outcomes. */
import { changed } from '../api/live.ts';
import { useCall } from '../api/use-call.ts';
import { Shown, Time } from '../parts/parts.tsx';

export function Activity() {
  const operations = useCall('listOperations', { limit: 200 }, changed.work);
  return (
    <>
      <h1>Activity</h1>
      <p class="quiet">Calls of clients to this server since it was started. Contents are not kept.</p>
      <Shown of={operations}>
        {({ operations: all }) =>
          all.length === 0 ? (
            <p class="quiet">
              No client has called this server yet. Others of the same data folder have logs of their own.
            </p>
          ) : (
            <table>
              <thead>
                <tr>
                  <th scope="col">When</th>
                  <th scope="col">Call</th>
                  <th scope="col">Took</th>
                  <th scope="col">Outcome</th>
                </tr>
              </thead>
              <tbody>
                {all.map(({ at, name, ms, outcome }, i) => (
                  <tr key={`${at}-${i}`}>
                    <td>
                      <Time at={at} />
                    </td>
                    <td>{name}</td>
                    <td>{ms.toFixed(1)} ms</td>
                    <td>{outcome}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Shown>
    </>
  );
}
