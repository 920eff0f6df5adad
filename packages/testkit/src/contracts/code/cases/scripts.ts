/** Languages of scripts and pages. */
import type { CodeCase } from '../code-case.ts';

export const SCRIPTS: readonly CodeCase[] = [
  {
    language: 'python',
    file: 'calc.py',
    depth: 'deep',
    text: String.raw`"""Module doc."""
from __future__ import annotations
from ..pkg.mod import helper as aid, other
import os.path, json as j
LIMIT = 3

@aid(1)
class Box[T](Base):
    """A box."""
    size: int = 4

    def __init__(self, *items: T, name="x", **rest):
        self.items = [wrap(i) for i in items]

    @property
    async def first(self) -> T:
        def inner():
            yield from self.items
        return next(inner())

def outer(a, /, b, *, c=lambda q: q.run()):
    with open(a) as fh, b:
        for k, (v, *w) in fh.items():
            print(k, v)
    return c
`,
    symbols: [
      'constant LIMIT:5',
      'class Box:8',
      'field Box.size:10',
      'constructor Box.__init__:12',
      'method Box.first:16',
      'function Box.first.inner:17',
      'function outer:21',
    ],
    uses: [
      'aid:7',
      'wrap:13',
      'inner:19',
      'next:19',
      'property:15',
      'c:7',
      'run:21',
      'open:22',
      'items:23',
      'print:24',
    ],
    imports: [
      '__future__ annotations annotations',
      '..pkg.mod helper aid',
      '..pkg.mod other other',
      'os.path - os',
      'json - j',
    ],
    comment: '#',
    broken: 'def f(:',
  },
  {
    language: 'javascript',
    file: 'calc.mjs',
    depth: 'deep',
    text: String.raw`/** Module doc. */

import def, { a as b } from './x.js';
const fs = require('node:fs');
export const LIMIT = 3;
/** A box. */
export class Box extends Base {
  #items = [];
  static make(...items) { return new Box(items.map((i) => wrap(i))); }
  get first() { return this.#items[0]; }
  run = async () => { await this.go(); };
}
export default function* outer({ a, b: c = 1 }, [d]) {
  const inner = function () { return def(a)?.(c); };
  yield* inner();
  for (const [k, v] of Object.entries(d)) { if (k) b(v); else fs.read${'`'}x${'$'}{k}${'`'}; }
}
module.exports = { outer };
`,
    symbols: [
      'variable fs:4',
      'constant LIMIT:5',
      'class Box:7',
      'field Box.#items:8',
      'method Box.make:9',
      'method Box.first:10',
      'method Box.run:11',
      'function outer:13',
      'function outer.inner:14',
    ],
    uses: [
      'require:4',
      'wrap:9',
      'map:9',
      'Box:9',
      'go:11',
      'def:14',
      'c:14',
      'inner:15',
      'entries:16',
      'b:16',
      'read:16',
    ],
    imports: ['./x.js default def', './x.js a b', 'node:fs - fs'],
    comment: '//',
    broken: 'function (',
  },
  {
    language: 'typescript',
    file: 'calc.ts',
    depth: 'deep',
    text: String.raw`import type { Q } from './q';
import * as ns from './lib.js';
export * from './all';
export { one as two } from './z';
namespace Deep.Er { export const inside = 1; }
export interface Shape<T> extends Base { area(n: number): T; readonly side: string }
enum Colour { Red, Green = 'g' }
export type Pair<A, B = A> = readonly [A, B];
@Injectable()
export abstract class Box<T extends Shape<Q>> extends ns.Base<T> implements Shape<T> {
  private readonly items: Map<string, T> = new Map();
  constructor(private svc: Service, readonly name?: string) { super(); }
  @Get('x') protected async area(n: number): Promise<T> { return this.svc.find<T>(n)!; }
  abstract foo(): void;
}
function over(a: string): void;
function over(a: any) { (a as Box<Q>).foo(); }
`,
    symbols: [
      'namespace Deep.Er:5',
      'variable Deep.Er.inside:5',
      'interface Shape:6',
      'method Shape.area:6',
      'property Shape.side:6',
      'enum Colour:7',
      'constant Colour.Red:7',
      'constant Colour.Green:7',
      'type Pair:8',
      'class Box:10',
      'field Box.items:11',
      'constructor Box.constructor:12',
      'field Box.svc:12',
      'field Box.name:12',
      'method Box.area:13',
      'method Box.foo:14',
      'function over:17',
    ],
    uses: ['Injectable:9', 'Map:11', 'p:12', 'Get:13', 'find:13', 'c:13', 'c:9', 'foo:17'],
    imports: ['./q Q Q', './lib.js - ns'],
    comment: '//',
    broken: 'class { {',
  },
  {
    language: 'tsx',
    file: 'View.tsx',
    depth: 'deep',
    text: String.raw`import { useState } from './react.js';
type Props = { title: string };
export function View<T,>({ title }: Props) {
  const [open, setOpen] = useState<boolean>(false);
  const toggle = () => setOpen(!open);
  return <Panel.Body onClick={toggle}><Title text={title} />{render(<T,>(x: T) => x)}</Panel.Body>;
}
`,
    symbols: ['type Props:2', 'function View:3', 'function View.toggle:5'],
    uses: ['useState:4', 'setOpen:5', 'Body:6', 'Title:6', 'render:6'],
    imports: ['./react.js useState useState'],
    comment: '//',
    broken: 'function (',
  },
  {
    language: 'vue',
    file: 'View.vue',
    depth: 'deep',
    text: String.raw`<template>
  <p @click="go">{{ name }}</p>
</template>
<script setup lang="ts">
import { ref } from './vue.js';
const name = ref<string>('x');
function go(): void { name.value = make(); }
</script>
`,
    symbols: ['variable name:6', 'function go:7'],
    uses: ['ref:6', 'make:7'],
    imports: ['./vue.js ref ref'],
  },
  {
    language: 'svelte',
    file: 'View.svelte',
    depth: 'deep',
    text: String.raw`<script lang="ts">
  import { onMount } from './svelte.js';
  export let name: string;
  onMount(() => greet(name));
  function greet(who: string) {}
</script>
<h1>{name}</h1>
`,
    symbols: ['variable name:3', 'function greet:5'],
    uses: ['greet:4', 'onMount:4'],
    imports: ['./svelte.js onMount onMount'],
  },
  {
    language: 'astro',
    file: 'View.astro',
    depth: 'deep',
    text: String.raw`---
import Card from './Card.astro';
const items = await load();
---
<Card items={items} />
<script>
  function later() { go(); }
</script>
`,
    symbols: ['variable items:3', 'function later:7'],
    uses: ['load:3', 'go:7'],
    imports: ['./Card.astro default Card'],
  },
  {
    language: 'html',
    file: 'page.html',
    depth: 'deep',
    text: String.raw`<!doctype html>
<script type="application/ld+json">{"function": 1}</script>
<body onload="x()">
<script>
function start(a) { return boot(a); }
</script>
</body>
`,
    symbols: ['function start:5'],
    uses: ['boot:5'],
    imports: [],
  },
  {
    language: 'php',
    file: 'calc.php',
    depth: 'deep',
    text: String.raw`<?php
namespace App\Models;
use Lib\Base; use Lib\{One, Two as Deux};
/** A box. */
#[Entity]
abstract class Box extends Base implements Shape {
    use Counts;
    const LIMIT = 3;
    private ?int $size = 1;
    public function __construct(private Service $svc, int ...$rest) { parent::__construct(); }
    public static function make(array $a = []): ?self {
        foreach ($a as $k => $v) { use_it($v); }
        $inner = fn($q) => $q->run();
        return new Deux(self::count($inner));
    }
    abstract function area();
}
interface Shape { function area(); }
trait Counts {}
enum Colour: string { case Red = 'r'; }
function outer(int $n) { throw new \Exception('x'); }
`,
    symbols: [
      'class Box:6',
      'constant Box.LIMIT:8',
      'field Box.$size:9',
      'constructor Box.__construct:10',
      'method Box.make:11',
      'method Box.area:16',
      'interface Shape:18',
      'method Shape.area:18',
      'trait Counts:19',
      'enum Colour:20',
      'constant Colour.Red:20',
      'function outer:21',
    ],
    uses: ['__construct:10', 'use_it:12', 'run:13', 'count:14', 'Deux:14', '\\Exception:21'],
    imports: ['Lib Base Base', 'Lib One One', 'Lib Two Deux'],
    comment: '//',
    broken: 'class {',
  },
  {
    language: 'ruby',
    file: 'calc.rb',
    depth: 'deep',
    text: String.raw`require 'json'
require_relative 'lib/base'
# A box.
class Box < Base
  include Counts
  attr_reader :size
  LIMIT = 3
  # Makes one.
  def initialize(items, size = 1, *rest, key: 2, **other, &block)
    @items = items.map { |i| wrap(i) }
    super
  end
  def self.make; new([]); end
  def first
    @items.each do |i|
      yield i
    end
  end
end
module Deep
  def self.run = Box.make.first
end
`,
    symbols: [
      'class Box:4',
      'property Box.size:6',
      'constant Box.LIMIT:7',
      'constructor Box.initialize:9',
      'method Box.make:13',
      'method Box.first:14',
      'namespace Deep:20',
      'function Deep.run:21',
    ],
    uses: [
      'require:1',
      'require_relative:2',
      'include:5',
      'attr_reader:6',
      'wrap:10',
      'map:10',
      'new:13',
      'yield:16',
      'each:15',
      'make:21',
      'first:21',
    ],
    imports: ['json * -', './lib/base * -'],
    comment: '#',
    broken: 'def (',
  },
];
