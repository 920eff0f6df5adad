/**
 * Why a line has no test that shows it. `npm run requirements` fails for a line that is neither cited nor here, and for one
 * that is both, so whoever builds a thing takes its line out.
 *
 * - `later: …` names the part of the product that brings it, or brings what is missing of it.
 * - `resolved: Cnn, …` says that a resolution of the specification decided for something else.
 * - `measured: FILE, …` is a figure that no test can show, and where it is held.
 * - `missed: FILE, …` is a goal that the figures in that file do not reach.
 */
type Part = 'documents' | 'code' | 'research' | 'dashboard' | 'search' | 'operations';
export type Reason =
  | `later: ${Part}`
  | `later: ${Part}, ${string}`
  | `resolved: C${number}, ${string}`
  | `measured: ${string}, ${string}`
  | `missed: ${string}, ${string}`;

export const UNCITED: Readonly<Record<string, Reason>> = {
  R065: 'missed: bench/results/overhead.json, 3.2 s of 2 on a busy machine, with the embedding that the line leaves out',
  R125: 'measured: .ci/run, `npm run coverage` fails below 95 % of the lines of the dispatcher',
  R190: 'measured: .ci/run, `npm run coverage` fails below 90 % of the lines of packages/mcp',
  R194: 'later: operations, results are sent whole; only progress is streamed',
  R282: 'missed: bench/results/http.json, p95 is 60 ms of 50 with the load made on the same two cores',
  R286: 'missed: bench/results/http.json, p95 is 60 ms of 50 with the load made on the same two cores; no error',
  R301: 'resolved: C09, stdio and Streamable HTTP from one core',
  R304: 'later: operations',
  R305: 'measured: .ci/run, `npm run coverage` fails below 85 % of the lines of packages/server',
  P018: 'later: code, a symbol is a record with these fields and a passage of its own; the memory is the file, by decision',
  P031: 'measured: bench/results/hooks.json, 1.94 s for ten files of a repository of 1,000 on a quiet machine; one of 10,000 takes 5.9 s (bench/results/code.json), because everything is linked again; the rest of the line is shown by hooks-at-work.test.ts',
  P032: 'later: documents, a passage has no least size of 100 tokens; the rest of the line holds',
  P035: 'later: search, one BM25 instead of five variants; the tokeniser and the kept index are there',
  P050: 'later: operations, languages, incremental indexing and exports of other tools are there; gRPC, plugins and media are not',
};
