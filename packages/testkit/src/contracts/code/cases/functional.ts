/** Functional languages and shells. */
import type { CodeCase } from '../code-case.ts';

export const FUNCTIONAL: readonly CodeCase[] = [
  {
    language: 'bash',
    file: 'run.sh',
    depth: 'shallow',
    text: String.raw`#!/usr/bin/env bash
LIMIT=3
build() { make all; }
function clean { rm -rf out; build; }
`,
    symbols: ['variable LIMIT:2', 'function build:3', 'function clean:4'],
    uses: ['make:3', 'rm:4', 'build:4'],
    comment: '#',
  },
  {
    language: 'lua',
    file: 'calc.lua',
    depth: 'shallow',
    text: String.raw`local M = {}
function M.area(n) return twice(n) end
function M:first() return self.items[1] end
local function twice(n) return math.floor(n) end
return M
`,
    symbols: ['function area:2', 'method first:3', 'function twice:4'],
    uses: ['twice:2', 'floor:4'],
    comment: '--',
    broken: 'function (',
  },
  {
    language: 'elixir',
    file: 'calc.ex',
    depth: 'shallow',
    text: String.raw`defmodule App.Box do
  def area(n) when n > 0, do: twice(n)
  defp twice(n), do: String.length(n)
  defmacro say(x), do: x
end
`,
    symbols: ['namespace App.Box:1', 'function App.Box.area:2', 'function App.Box.twice:3', 'macro App.Box.say:4'],
    uses: ['twice:2', 'length:3'],
    comment: '#',
  },
  {
    language: 'r',
    file: 'calc.R',
    depth: 'shallow',
    text: String.raw`limit <- 3
area <- function(n) { twice(n) }
twice <- function(n) base::sum(n, n)
`,
    symbols: ['variable limit:1', 'function area:2', 'function twice:3'],
    uses: ['twice:2', 'sum:3'],
    comment: '#',
  },
  {
    language: 'julia',
    file: 'calc.jl',
    depth: 'shallow',
    text: String.raw`module Deep
struct Box
  size::Int
end
function area(n::T) where T
  twice(n)
end
twice(n) = n + n
end
`,
    symbols: ['namespace Deep:1', 'struct Deep.Box:2', 'function Deep.area:5', 'function Deep.twice:8'],
    uses: ['twice:6'],
    comment: '#',
  },
  {
    language: 'haskell',
    file: 'Calc.hs',
    depth: 'shallow',
    text: String.raw`module Calc where
data Shape = Circle | Square
class Area a where
  area :: a -> Int
twice :: Int -> Int
twice n = plus n n
`,
    symbols: ['type Shape:2', 'interface Area:3', 'method Area.area:4', 'function twice:6'],
    uses: ['plus:6'],
    comment: '--',
  },
  {
    language: 'ocaml',
    file: 'calc.ml',
    depth: 'shallow',
    text: String.raw`type shape = Circle | Square
module Deep = struct
  let twice n = plus n n
end
let area n = Deep.twice n
`,
    symbols: ['type shape:1', 'namespace Deep:2', 'function Deep.twice:3', 'function area:5'],
    uses: ['plus:3', 'twice:5'],
  },
  {
    language: 'ocaml-interface',
    file: 'calc.mli',
    depth: 'shallow',
    text: String.raw`type shape
val area : int -> int
`,
    symbols: ['type shape:1', 'function area:2'],
    uses: [],
  },
  {
    language: 'perl',
    file: 'Calc.pm',
    depth: 'shallow',
    text: String.raw`package Calc;
sub area { my ($n) = @_; return twice($n); }
sub twice { return $_[0]->size; }
1;
`,
    symbols: ['namespace Calc:1', 'function area:2', 'function twice:3'],
    uses: ['twice:2', 'size:3'],
    comment: '#',
  },
  {
    language: 'erlang',
    file: 'calc.erl',
    depth: 'shallow',
    text: String.raw`-module(calc).
-record(box, {size}).
area(N) -> twice(N).
twice(N) -> lists:sum([N, N]).
`,
    symbols: ['namespace calc:1', 'struct box:2', 'function area:3', 'function twice:4'],
    uses: ['twice:3', 'sum:4'],
    comment: '%',
  },
  {
    language: 'clojure',
    file: 'calc.clj',
    depth: 'shallow',
    text: String.raw`(ns app.calc)
(def limit 3)
(defn area [n] (twice n))
(defrecord Box [size])
`,
    symbols: ['namespace app.calc:1', 'variable limit:2', 'function area:3', 'class Box:4'],
    uses: ['twice:3'],
    comment: ';',
  },
  {
    language: 'nix',
    file: 'default.nix',
    depth: 'shallow',
    text: String.raw`let
  twice = n: n + n;
  limit = 3;
in twice limit
`,
    symbols: ['function twice:2', 'variable limit:3'],
    uses: ['twice:4'],
    comment: '#',
  },
];
