/** A style or locale as a tree, which the processor takes as it takes XML. */
export interface XmlNode {
  readonly name: string;
  readonly attrs: Readonly<Record<string, string>>;
  readonly children: readonly (XmlNode | string)[];
}

/** As it is kept: short names, and nothing where there is nothing. */
export interface PackedNode {
  readonly n: string;
  readonly a?: Readonly<Record<string, string>>;
  readonly c?: readonly (PackedNode | string)[];
}

/** Packed ones by name. */
export type Packed = Readonly<Record<string, PackedNode>>;

/** An empty term is a text, and what has no children is told from it by that. */
export function unpack({ n: name, a: attrs = {}, c }: PackedNode): XmlNode {
  const children = c?.map((child) => (typeof child === 'string' ? child : unpack(child)));
  return { name, attrs, children: children ?? (name === 'term' ? [''] : []) };
}
