/** Clojure. */
import type { ShallowLanguage } from '../shallow/read-shallow.ts';

export const shallow: ShallowLanguage = {
  query: `
    (list_lit . (sym_lit name: (sym_name) @kind) . (sym_lit name: (sym_name) @name) (#any-of? @kind "defn" "defn-" "defmulti" "defmethod")) @function
    (list_lit . (sym_lit name: (sym_name) @kind) . (sym_lit name: (sym_name) @name) (#any-of? @kind "defmacro")) @macro
    (list_lit . (sym_lit name: (sym_name) @kind) . (sym_lit name: (sym_name) @name) (#any-of? @kind "def" "defonce")) @variable
    (list_lit . (sym_lit name: (sym_name) @kind) . (sym_lit name: (sym_name) @name) (#any-of? @kind "defprotocol" "definterface")) @interface
    (list_lit . (sym_lit name: (sym_name) @kind) . (sym_lit name: (sym_name) @name) (#any-of? @kind "defrecord" "deftype")) @class
    (list_lit . (sym_lit name: (sym_name) @kind) . (sym_lit name: (sym_name) @name) (#any-of? @kind "ns")) @namespace
    ((list_lit . (sym_lit name: (sym_name) @ref)) (#not-match? @ref "^(ns|def.*)$"))
  `,
};
