/** Documents read, changed and written, with anchors, tags, comments, merges, errors, and what its lower layers offer. */
import { Document, isMap, isScalar, Lexer, LineCounter, Parser, Composer, CST, parse, parseAllDocuments, parseDocument, stringify, visit, YAMLMap, YAMLSeq } from './browser/dist/index.js';

const TEXT = `# before
base: &base { name: x, list: [1, 0x1f, 0o7, 1.5, .inf, -.nan, ~, true, no] }
other:
  <<: *base
  "quoted\\tkey": 'it''s'
  folded: >-
    some text
    goes on

    here
  literal: |+
    kept

  date: !!timestamp 2026-11-17T10:00:00Z # after
  bytes: !!binary AAEC
  set: !!set { a, b }
  omap: !!omap [ a: 1, b: 2 ]
  pairs: !!pairs [ a: 1 ]
? complex
: - - nested
  - key: value
`;

class Point {
  constructor(x, y) {
    this.x = x;
    this.y = y;
  }
}
const point = {
  tag: '!point',
  identify: (value) => value instanceof Point,
  resolve: (text) => new Point(...text.split(',').map(Number)),
  stringify: ({ value }) => `${value.x},${value.y}`,
};

for (const version of ['1.1', '1.2', 'next']) {
  const document = parseDocument(TEXT, { version, merge: true, keepSourceTokens: true, lineCounter: new LineCounter() });
  document.toJS({ mapAsMap: true });
  document.toJSON();
  String(document);
}
for (const schema of ['core', 'failsafe', 'json', 'yaml-1.1']) parse('{"a": [1, true, null, "x"]}', { schema });

const document = parseDocument(TEXT);
document.set('new', { deep: [1, 2, new Date(0), 10n, null] });
document.setIn(['other', 'added'], 'text that is long '.repeat(10));
document.addIn(['base', 'list'], 7);
document.get('base')?.items.sort();
document.delete('complex');
document.deleteIn(['other', 'folded']);
document.hasIn(['other', 'literal']);
document.createAlias(document.get('other', true), 'o');
document.contents.commentBefore = ' top';
document.clone().toString({ indent: 4, lineWidth: 40, singleQuote: true, flowCollectionPadding: false });
visit(document, { Scalar: (_, node) => (isScalar(node) && node.value === 7 ? visit.REMOVE : undefined), Map: (_, node) => (isMap(node) ? undefined : visit.SKIP) });

const shared = { a: 1 };
stringify({ one: shared, two: shared, text: 'line\nline\n', empty: [], map: new Map([[{ k: 1 }, 'v']]), set: new Set([1]), at: new Point(1, 2) }, { customTags: [point] });
parse('!point 1,2', { customTags: [point] });
stringify(['- not a list', '#no comment', '', ' spaces ', 'true', '12', 'multi\n  line'], { defaultStringType: 'QUOTE_DOUBLE' });
const built = new Document(new YAMLMap());
built.contents.add({ key: 'k', value: new YAMLSeq() });
built.createNode([1, { a: 2 }], { flow: true, anchorPrefix: 'n' });
built.createPair('x', 1);
built.toString();
parseAllDocuments('%YAML 1.2\n%TAG ! tag:x,2000:\n---\na: !foo 1\n...\n---\nb\n');
for (const broken of ['a: [1, 2', 'a: b: c', '"open', '\ta: 1', '- a\nb', '{a: 1, a: 2}', '*none', '&a &b c', 'a: |x\n b', '%X\n'])
  parseDocument(broken, { prettyErrors: true }).errors.map(String);
for (const token of new Parser().parse(TEXT)) {
  CST.stringify(token);
  if (token.type === 'document' && token.value) CST.visit(token, () => undefined);
}
[...new Lexer().lex(TEXT)].map((source) => CST.tokenType(source));
[...new Composer().compose(new Parser().parse('a: 1 # c\n'))];
CST.setScalarValue(CST.createScalarToken('a', { indent: 0, type: 'PLAIN' }), 'b\nc');
parse('{"a": [1, "x"]}', (key, value) => value);
stringify({ a: 1, b: undefined }, ['a'], 2);
