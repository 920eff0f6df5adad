/** Whether rows of work say the same as what they are found by. The query counts rows that do not. */
export const WORK_CONTRADICTIONS: readonly { readonly fault: string; readonly sql: string }[] = [
  {
    fault: 'items of work that are not found by what they are',
    sql: `SELECT count(*) FROM work WHERE (state IN ('queued', 'running')) <> (place < 2)
          OR NOT json_valid(item) OR NOT json_valid(payload)`,
  },
];
