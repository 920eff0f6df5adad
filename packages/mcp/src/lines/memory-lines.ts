/** Memories as lines of the text that goes with a result. */

/** One line about a memory: id, time, tags, source. */
export function facts(item: { memory_id: string; timestamp: string; tags: readonly string[]; source: string }): string {
  const parts = [item.memory_id, item.timestamp.slice(0, 10)];
  if (item.tags.length > 0) parts.push(`tags: ${item.tags.join(', ')}`);
  if (item.source) parts.push(`source: ${item.source}`);
  return parts.join(' · ');
}

export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`;
}
