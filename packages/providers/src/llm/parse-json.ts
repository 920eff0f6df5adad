const FENCED = /^\s*```(?:json)?\s*\n(.*?)\n?\s*```\s*$/s;

/** The JSON in what a model said, fenced or not; undefined when it is none. */
export function parseJson(content: string): unknown {
  const text = FENCED.exec(content)?.[1] ?? content;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
