/** Data, styles, builds. */
import type { CodeCase } from '../code-case.ts';

export const DATA: readonly CodeCase[] = [
  {
    language: 'css',
    file: 'page.css',
    depth: 'shallow',
    text: String.raw`:root { --main: red; }
.box > a:hover { color: var(--main); }
@keyframes turn { from { top: 0; } }
`,
    symbols: ['type :root:1', 'variable :root.--main:1', 'type .box > a:hover:2', 'function turn:3'],
    uses: ['var:2'],
  },
  {
    language: 'json',
    file: 'data.json',
    depth: 'shallow',
    text: String.raw`{ "name": "box", "scripts": { "build": "make" } }
`,
    symbols: ['property name:1', 'property scripts:1', 'property scripts.build:1'],
    uses: [],
  },
  {
    language: 'yaml',
    file: 'data.yml',
    depth: 'shallow',
    text: String.raw`name: box
jobs:
  build: make
`,
    symbols: ['property name:1', 'property jobs:2', 'property jobs.build:3'],
    uses: [],
    comment: '#',
  },
  {
    language: 'toml',
    file: 'data.toml',
    depth: 'shallow',
    text: String.raw`name = "box"
[tool.build]
fast = true
`,
    symbols: ['property name:1', 'namespace tool.build:2', 'property tool.build.fast:3'],
    uses: [],
    comment: '#',
  },
  {
    language: 'sql',
    file: 'schema.sql',
    depth: 'shallow',
    text: String.raw`CREATE TABLE box (id INT PRIMARY KEY, size INT);
CREATE VIEW large AS SELECT * FROM box WHERE size > 3;
`,
    symbols: ['struct box:1', 'field box.id:1', 'field box.size:1', 'struct large:2'],
    uses: ['box:2'],
    comment: '--',
  },
  {
    language: 'hcl',
    file: 'main.tf',
    depth: 'shallow',
    text: String.raw`variable "region" { default = "eu" }
resource "aws_instance" "web" {
  ami = lookup(var.amis, "eu")
}
`,
    symbols: ['variable region:1', 'property region.default:1', 'class web:2', 'property web.ami:3'],
    uses: ['lookup:3'],
    comment: '#',
  },
  {
    language: 'dockerfile',
    file: 'Dockerfile',
    depth: 'shallow',
    text: String.raw`FROM node:24 AS build
ARG TARGET
ENV MODE=fast
RUN make
`,
    symbols: ['namespace build:1', 'variable TARGET:2', 'variable MODE:3'],
    uses: ['node:1'],
    comment: '#',
  },
  {
    language: 'make',
    file: 'Makefile',
    depth: 'shallow',
    text: String.raw`OUT = dist
build: deps
	make -C $(OUT)
`,
    symbols: ['variable OUT:1', 'function build:2'],
    uses: ['OUT:3'],
    comment: '#',
  },
  {
    language: 'cmake',
    file: 'CMakeLists.txt',
    depth: 'shallow',
    text: String.raw`function(add_box name)
  message(STATUS ${'$'}{name})
endfunction()
add_box(one)
`,
    symbols: ['function add_box:1'],
    uses: ['message:2', 'add_box:4'],
    comment: '#',
  },
  {
    language: 'proto',
    file: 'box.proto',
    depth: 'shallow',
    text: String.raw`syntax = "proto3";
message Box { string name = 1; Shape shape = 2; }
enum Shape { ROUND = 0; }
service Boxes { rpc Find (Box) returns (Box); }
`,
    symbols: [
      'struct Box:2',
      'field Box.name:2',
      'field Box.shape:2',
      'enum Shape:3',
      'interface Boxes:4',
      'method Boxes.Find:4',
    ],
    uses: ['Shape:2', 'Box:4'],
    comment: '//',
  },
  {
    language: 'graphql',
    file: 'box.graphql',
    depth: 'shallow',
    text: String.raw`type Box implements Shape { size: Int! }
interface Shape { size: Int! }
enum Colour { RED }
query Find { box { size } }
`,
    symbols: [
      'class Box:1',
      'field Box.size:1',
      'interface Shape:2',
      'field Shape.size:2',
      'enum Colour:3',
      'function Find:4',
    ],
    uses: ['Shape:1', 'Int:1', 'Int:2'],
    comment: '#',
  },
];
