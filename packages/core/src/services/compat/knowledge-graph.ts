/**
 * The model of the official MCP memory server (`@modelcontextprotocol/server-memory`): entities with observations, and
 * relations between names. Field names, exact names as identity and the order of things are that server's.
 */
export interface KnowledgeEntity {
  /** Identifies the entity, letter for letter. */
  readonly name: string;
  readonly entityType: string;
  /** In the order they were added. */
  readonly observations: readonly string[];
}

/** Its ends are names; there may be no entity of that name. */
export interface KnowledgeRelation {
  readonly from: string;
  readonly to: string;
  readonly relationType: string;
}

export interface KnowledgeGraph {
  readonly entities: readonly KnowledgeEntity[];
  readonly relations: readonly KnowledgeRelation[];
}
