/** Which endpoint an address means, and what the names in its braces stand for. */
import type { Endpoint } from '../endpoint.ts';

export interface Match {
  /** By method. */
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  readonly values: Readonly<Record<string, string>>;
}

interface Shape {
  readonly parts: readonly string[];
  readonly endpoints: Map<string, Endpoint>;
}

export type MatchPath = (path: string) => Match | undefined;

/** Words win over names in braces: `/api/entities/merges` is no entity. Throws when two say the same. */
export function createMatchPath(endpoints: Iterable<Endpoint>): MatchPath {
  const shapes = new Map<string, Shape>();
  for (const endpoint of endpoints) {
    const { path, method } = endpoint;
    const shape = shapes.get(path) ?? { parts: path.split('/'), endpoints: new Map() };
    if (shape.endpoints.has(method)) throw new Error(`Two endpoints are ${method} ${path}.`);
    shape.endpoints.set(method, endpoint);
    shapes.set(path, shape);
  }
  const ordered = [...shapes.values()].sort((a, b) => names(a) - names(b));
  return (path) => {
    const given = path.split('/');
    for (const { parts, endpoints: found } of ordered) {
      const values = valuesOf(parts, given);
      if (values) return { endpoints: found, values };
    }
    return undefined;
  };
}

const names = ({ parts }: Shape): number => parts.filter((part) => part.startsWith('{')).length;

function valuesOf(parts: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (parts.length !== given.length) return undefined;
  const values: Record<string, string> = {};
  for (const [i, part] of parts.entries()) {
    const text = given[i] as string;
    if (!part.startsWith('{')) {
      if (part !== text) return undefined;
      continue;
    }
    const value = decoded(text);
    if (value === undefined || value === '') return undefined;
    values[part.slice(1, -1)] = value;
  }
  return values;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
