/** How Cytoscape.js is to draw the graph: names on nodes, types on arrows, a colour for each type of entity. */
interface Rule {
  readonly selector: string;
  readonly style: Readonly<Record<string, string | number>>;
}

/** Told apart by people who see few colours, too (Okabe and Ito). */
const COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442'];

const BASE: readonly Rule[] = [
  {
    selector: 'node',
    style: { label: 'data(name)', 'background-color': '#999999', 'font-size': 10, 'text-wrap': 'ellipsis' },
  },
  {
    selector: 'edge',
    style: {
      label: 'data(type)',
      'font-size': 8,
      'curve-style': 'bezier',
      'target-arrow-shape': 'triangle',
      'text-rotation': 'autorotate',
    },
  },
];

export function cytoscapeStyle(types: ReadonlySet<string>): Rule[] {
  // A selector is a language of its own: what is not plain keeps the grey of the first rule.
  const plain = [...types].filter((type) => /^[\p{L}\p{N} _-]+$/u.test(type)).toSorted();
  const coloured = plain.map((type, i) => ({
    selector: `node[type = "${type}"]`,
    style: { 'background-color': COLOURS[i % COLOURS.length] ?? '' },
  }));
  return [...BASE, ...coloured];
}
