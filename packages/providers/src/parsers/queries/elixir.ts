/** Elixir. */
import type { ShallowLanguage } from '../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (call target: (identifier) @kind (arguments (alias) @name) (#any-of? @kind "defmodule" "defprotocol")) @namespace
    (call target: (identifier) @kind (arguments (call target: (identifier) @name)) (#any-of? @kind "def" "defp" "defguard" "defdelegate")) @function
    (call target: (identifier) @kind (arguments (identifier) @name) (#any-of? @kind "def" "defp")) @function
    (call target: (identifier) @kind (arguments (binary_operator left: (call target: (identifier) @name))) (#any-of? @kind "def" "defp")) @function
    (call target: (identifier) @kind (arguments (call target: (identifier) @name)) (#any-of? @kind "defmacro" "defmacrop")) @macro
    ((call target: (identifier) @ref) (#not-match? @ref "^(def.*|alias|import|use|require)$"))
    (call target: (dot right: (identifier) @ref))
  `,
};
