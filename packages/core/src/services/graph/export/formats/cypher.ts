/**
 * Cypher for Neo4j and its kin: `cypher-shell < graph.cypher`. Loading it twice changes nothing. Whatever comes from texts
 * stands in string literals; the one thing Cypher takes only as an identifier, the type of a relation, is letters, digits
 * and underscores and nothing else.
 */
import { relationType, type Relation } from '../../../../model/index.ts';
import type { GraphFacts, GraphFormat } from './graph-format.ts';
import { entityFacts, relationFacts } from './graph-format.ts';

const FALLBACK_TYPE = 'RELATED_TO';

export function cypherFormat(facts: GraphFacts): GraphFormat {
  return {
    begin: () => 'CREATE CONSTRAINT zapomni_entity_id IF NOT EXISTS FOR (e:Entity) REQUIRE e.id IS UNIQUE;\n',
    entities: (some) =>
      inStatements(
        some.map((entity) => literal({ id: entity.id, workspace: facts.workspace, ...entityFacts(entity, facts) })),
        'MERGE (e:Entity {id: row.id}) SET e += row',
        facts.batchSize,
      ),
    between: () => '',
    relations: (some) => {
      const byType = Map.groupBy(some, ({ type }) => relationType(type) || FALLBACK_TYPE);
      return [...byType].map(([type, relations]) => relationStatements(type, relations, facts)).join('');
    },
    end: () => '',
  };
}

function relationStatements(type: string, relations: readonly Relation[], facts: GraphFacts): string {
  const rows = relations.map(({ id, source, target, ...rest }) => {
    const { type: _type, ...properties } = relationFacts({ id, source, target, ...rest }, facts);
    return `{source: ${literal(source)}, target: ${literal(target)}, properties: ${literal({ id, ...properties })}}`;
  });
  const ends = 'MATCH (a:Entity {id: row.source}), (b:Entity {id: row.target})';
  const merge = `MERGE (a)-[r:\`${type}\` {id: row.properties.id}]->(b) SET r += row.properties`;
  return inStatements(rows, `${ends} ${merge}`, facts.batchSize);
}

function inStatements(rows: readonly string[], what: string, batchSize: number): string {
  const statements: string[] = [];
  for (let at = 0; at < rows.length; at += batchSize) {
    statements.push(`UNWIND [\n${rows.slice(at, at + batchSize).join(',\n')}\n] AS row\n${what};\n`);
  }
  return statements.join('');
}

type Literal =
  | string
  | number
  | boolean
  | readonly string[]
  | Readonly<Record<string, string | number | boolean | readonly string[]>>;

function literal(value: Literal): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${value.map(quoted).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([name, one]) => `${name}: ${literal(one)}`)
    .join(', ')}}`;
}

/** Most texts need nothing, and one look tells. */
const PLAIN = /^[\p{L}\p{N} :;,.!?_@#%&/()+=*-]*$/u;

const ESCAPES: Readonly<Record<string, string>> = { "'": "\\'", '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Some versions decode `\uXXXX` before they parse, wherever it stands, so that no backslash may stand before a `u`: the
 * literal is taken apart there.
 */
function quoted(text: string): string {
  if (PLAIN.test(text)) return `'${text}'`;
  const escaped = text
    .toWellFormed()
    .replaceAll('\\', '\\\\')
    .replace(/['\n\r\t]/gu, (character) => ESCAPES[character] as string)
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f\u007f\u2028\u2029]/gu, '\ufffd')
    .replace(/\\\\(?=u)/giu, "\\\\' + '");
  return `'${escaped}'`;
}
