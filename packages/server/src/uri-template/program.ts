/**
 * A template as a graph to be walked along a URI. Four kinds of node:
 *
 *   text    one of these texts, then `next`
 *   value   one or more characters of a variable's value, then `next`
 *   choice  `first` where that can succeed, `second` otherwise
 *   end     the end of the URI
 *
 * The graph is built from its end backwards, so that a node's successors are made before it. The only edges that lead
 * back go from a choice to the separator before one more member of a list, and a separator is never empty: no circle can
 * be walked without getting on in the URI.
 */
import { OPERATORS, type OperatorRules } from './operators.ts';
import type { Expression, Part, VariableSpec } from './parse.ts';
import { encodeReserved, normaliseTriplets } from './percent.ts';

/**
 * What a stretch of the URI tells of a variable: `item` is a value without a name, `name` the variable's own name before
 * its value, `key` the name of a map's member, `value` what follows a name or a key.
 */
export interface Field {
  readonly variable: VariableSpec;
  readonly role: 'item' | 'name' | 'key' | 'value';
}

export interface TextNode {
  readonly kind: 'text';
  readonly id: number;
  readonly texts: readonly string[];
  readonly field?: Field;
  readonly next: Node;
}
export interface ValueNode {
  readonly kind: 'value';
  readonly id: number;
  readonly field: Field;
  /** 1 at the codes of the characters that end the value. */
  readonly ends: Uint8Array;
  readonly limit: number;
  readonly next: Node;
}
export interface ChoiceNode {
  readonly kind: 'choice';
  readonly id: number;
  first: Node;
  readonly second: Node;
}
export interface EndNode {
  readonly kind: 'end';
  readonly id: number;
}
export type Node = TextNode | ValueNode | ChoiceNode | EndNode;

export interface Program {
  readonly start: Node;
  readonly consuming: readonly Exclude<Node, ChoiceNode>[];
  /** Each after those that it leads to. */
  readonly choices: readonly ChoiceNode[];
}

export function compile(parts: readonly Part[]): Program {
  const builder = new ProgramBuilder();
  const start = parts.reduceRight<Node>(
    (next, part) =>
      'literal' in part ? builder.literal(part.literal, next) : builder.expression(part.expression, next),
    builder.end(),
  );
  const { nodes } = builder;
  return {
    start,
    consuming: nodes.filter((node) => node.kind !== 'choice'),
    choices: nodes.filter((node) => node.kind === 'choice'),
  };
}

class ProgramBuilder {
  readonly nodes: Node[] = [];

  end(): Node {
    return this.#add({ kind: 'end', id: this.nodes.length });
  }

  /** Clients send characters beyond ASCII encoded, as they should, or as they are. */
  literal(text: string, next: Node): Node {
    const encoded = normaliseTriplets(encodeReserved(text));
    const raw = normaliseTriplets(text);
    return this.#text(encoded === raw ? [raw] : [encoded, raw], next);
  }

  expression({ operator, variables }: Expression, next: Node): Node {
    const rules = OPERATORS[operator];
    const inner = rules.named ? this.#pairs(rules, variables, next) : this.#items(rules, variables, next);
    return rules.first === '' ? inner : this.#choice(this.#text([rules.first], inner), next);
  }

  /** Values by position. The ones to the left are filled first; those that are left over are absent. */
  #items(rules: OperatorRules, variables: readonly VariableSpec[], next: Node): Node {
    const alone = variables.length === 1 && variables[0]?.explode === false;
    const ends = alone ? rules.ends : rules.ends + rules.separator;
    return variables.reduceRight<Node>((after, variable, index) => {
      const rest = index === variables.length - 1 ? next : this.#choice(this.#text([rules.separator], after), next);
      return this.#item(rules, variable, ends, rest);
    }, next);
  }

  #item(rules: OperatorRules, variable: VariableSpec, ends: string, next: Node): Node {
    const field: Field = { variable, role: 'item' };
    if (!variable.explode) return this.#value(field, ends, next);
    const more = this.#choice(next, next);
    const item = this.#value(field, ends, more);
    more.first = this.#text([rules.separator], item);
    return item;
  }

  /** Pairs in any order and number; that none comes twice is seen when they are collected. */
  #pairs(rules: OperatorRules, variables: readonly VariableSpec[], next: Node): Node {
    const more = this.#choice(next, next);
    const own = variables.map((variable) => this.#ownPair(rules, variable, more));
    const foreign = variables
      .filter(({ explode }) => explode)
      .map((variable) => this.#foreignPair(rules, variable, more));
    const pair = [...own, ...foreign].reduceRight((second, first) => this.#choice(first, second));
    more.first = this.#text([rules.separator], pair);
    return pair;
  }

  #ownPair(rules: OperatorRules, variable: VariableSpec, next: Node): Node {
    const name = normaliseTriplets(variable.name);
    return this.#text([name], this.#valueAfterName(rules, variable, next), { variable, role: 'name' });
  }

  /** A member of an exploded map. */
  #foreignPair(rules: OperatorRules, variable: VariableSpec, next: Node): Node {
    const rest = this.#valueAfterName(rules, variable, next);
    return this.#value({ variable, role: 'key' }, `${rules.ends}=`, rest);
  }

  /** `=value`, `=` or nothing. */
  #valueAfterName(rules: OperatorRules, variable: VariableSpec, next: Node): Node {
    const value = this.#value({ variable, role: 'value' }, rules.ends, next);
    return this.#choice(this.#text(['='], this.#choice(value, next)), next);
  }

  #text(texts: readonly string[], next: Node, field?: Field): Node {
    return this.#add({ kind: 'text', id: this.nodes.length, texts, next, ...(field ? { field } : {}) });
  }

  #value(field: Field, ends: string, next: Node): ValueNode {
    const { limit } = field.variable;
    return this.#add({ kind: 'value', id: this.nodes.length, field, ends: marked(ends), limit, next });
  }

  #choice(first: Node, second: Node): ChoiceNode {
    return this.#add({ kind: 'choice', id: this.nodes.length, first, second });
  }

  #add<Made extends Node>(node: Made): Made {
    this.nodes.push(node);
    return node;
  }
}

function marked(characters: string): Uint8Array {
  const marks = new Uint8Array(128);
  for (const character of characters) marks[character.charCodeAt(0)] = 1;
  return marks;
}
