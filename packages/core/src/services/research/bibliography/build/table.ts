/** A table that is asked with words from files: it has no rows but its own, whatever the word (`constructor`, `toString`). */
export function table<Value>(rows: Readonly<Record<string, Value>>): Readonly<Record<string, Value | undefined>> {
  return Object.assign(Object.create(null) as Record<string, Value>, rows);
}
