/**
 * A syntax tree as rows of numbers in the order in which its nodes begin: what a node is, its field in its parent, where it begins and
 * ends, its parent, and the node that follows all that is in it. Nothing here is an object per node, and no walk needs recursion.
 *
 * The rows are filled through the functions of the WebAssembly module itself, which are on the object that `Parser.init` was given:
 * one call a fact, a quarter of the time that parsing takes. The public cursor packs and unpacks its state around each and takes
 * as long as parsing. The cursor is in the module's transfer buffer all the while, so nothing else may use the module meanwhile.
 */
import type { Language, Tree } from 'web-tree-sitter';

type OfTree = (tree: number) => number;

/** What is used of the module that `Parser.init` fills. */
export interface TreeModule {
  readonly _ts_tree_root_node_wasm: OfTree;
  readonly _ts_tree_cursor_new_wasm: OfTree;
  readonly _ts_tree_cursor_delete_wasm: OfTree;
  readonly _ts_tree_cursor_goto_first_child_wasm: OfTree;
  readonly _ts_tree_cursor_goto_next_sibling_wasm: OfTree;
  readonly _ts_tree_cursor_goto_parent_wasm: OfTree;
  readonly _ts_tree_cursor_current_node_type_id_wasm: OfTree;
  readonly _ts_tree_cursor_current_node_is_missing_wasm: OfTree;
  readonly _ts_tree_cursor_current_field_id_wasm: OfTree;
  readonly _ts_tree_cursor_start_index_wasm: OfTree;
  readonly _ts_tree_cursor_end_index_wasm: OfTree;
}

/** What the grammar calls what it could not read. */
const ERROR = 0xff_ff;
/** Node ids are counted from 0; there is none. */
export const NONE = -1;

export class FlatTree {
  readonly text: string;
  readonly names: GrammarNames;
  count = 0;
  kinds: Uint16Array;
  fields: Uint16Array;
  starts: Int32Array;
  ends: Int32Array;
  parents: Int32Array;
  /** The first node after the node and all that is in it. */
  nexts: Int32Array;
  /** Nodes that the grammar could not read or had to make up. */
  readonly faults: number[] = [];

  constructor(text: string, names: GrammarNames, expected: number) {
    this.text = text;
    this.names = names;
    this.kinds = new Uint16Array(expected);
    this.fields = new Uint16Array(expected);
    this.starts = new Int32Array(expected);
    this.ends = new Int32Array(expected);
    this.parents = new Int32Array(expected);
    this.nexts = new Int32Array(expected);
  }

  grow(): void {
    const size = this.kinds.length * 2;
    this.kinds = larger(this.kinds, new Uint16Array(size));
    this.fields = larger(this.fields, new Uint16Array(size));
    this.starts = larger(this.starts, new Int32Array(size));
    this.ends = larger(this.ends, new Int32Array(size));
    this.parents = larger(this.parents, new Int32Array(size));
    this.nexts = larger(this.nexts, new Int32Array(size));
  }
}

function larger<T extends Uint16Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** Names of a grammar's numbers. A token is in quotes, so that `"await"` is the word and `await` the expression. */
export class GrammarNames {
  readonly kinds: readonly string[];
  /** The number that stands for what could not be read; the grammar's own would make the list of kinds a sparse one. */
  readonly error: number;
  /** Tokens and comments, by the number of their kind. */
  readonly aside: readonly boolean[];
  readonly #fields: ReadonlyMap<string, number>;

  constructor(language: Language) {
    const kinds = Array.from(language.types, (name, id) => (language.nodeTypeIsNamed(id) ? name : `"${name}"`));
    this.error = kinds.push('ERROR') - 1;
    this.kinds = kinds;
    this.aside = kinds.map((kind) => kind.startsWith('"') || kind.endsWith('comment'));
    this.#fields = new Map(language.fields.flatMap((name, id) => (name ? [[name, id] as const] : [])));
  }

  /** 0 is the number of no field, so a name that the grammar has not finds nothing. */
  field(name: string): number {
    return this.#fields.get(name) ?? ERROR;
  }
}

/** Characters a node, at the least, in dense code. */
const DENSITY = 4;

export function flatten(module: TreeModule, tree: Tree, text: string, names: GrammarNames): FlatTree {
  const flat = new FlatTree(text, names, Math.max(64, Math.ceil(text.length / DENSITY)));
  const address = (tree as unknown as readonly [number])[0];
  module._ts_tree_root_node_wasm(address);
  module._ts_tree_cursor_new_wasm(address);
  try {
    fill(module, address, flat);
  } finally {
    module._ts_tree_cursor_delete_wasm(address);
  }
  return flat;
}

function fill(module: TreeModule, tree: number, flat: FlatTree): void {
  const {
    _ts_tree_cursor_goto_first_child_wasm: down,
    _ts_tree_cursor_goto_next_sibling_wasm: right,
    _ts_tree_cursor_goto_parent_wasm: up,
    _ts_tree_cursor_current_node_type_id_wasm: kindOf,
    _ts_tree_cursor_current_field_id_wasm: fieldOf,
    _ts_tree_cursor_start_index_wasm: startOf,
    _ts_tree_cursor_end_index_wasm: endOf,
    _ts_tree_cursor_current_node_is_missing_wasm: isMissing,
  } = module;
  let parent = NONE;
  for (;;) {
    if (flat.count === flat.kinds.length) flat.grow();
    const node = flat.count++;
    const kind = kindOf(tree);
    flat.kinds[node] = kind === ERROR ? flat.names.error : kind;
    flat.fields[node] = fieldOf(tree);
    const start = (flat.starts[node] = startOf(tree));
    const end = (flat.ends[node] = endOf(tree));
    flat.parents[node] = parent;
    if (kind === ERROR || (start === end && isMissing(tree) === 1)) flat.faults.push(node);
    if (down(tree)) {
      parent = node;
      continue;
    }
    flat.nexts[node] = flat.count;
    while (!right(tree)) {
      if (parent === NONE || !up(tree)) return;
      flat.nexts[parent] = flat.count;
      parent = flat.parents[parent] as number;
    }
  }
}
