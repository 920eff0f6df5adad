/**
 * Cites the requirements that a test shows, e.g. `verifies('R042', 'D005')` as the first line of the test. The ids are
 * read from the source by `npm run requirements`, which fails on one that test/requirements.ts does not list; at run time
 * it only checks their form.
 */
export function verifies(...ids: string[]): void {
  for (const id of ids) if (!/^[RPD]\d{3}$/.test(id)) throw new Error(`not a requirement id: ${id}`);
}
