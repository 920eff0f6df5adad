/**
 * The languages that are read, one line each. A deep one has a visitor of its own (`languages/`), a shallow one a query of
 * definitions and references (`queries/`). To add one: its file, its line, its grammar's hash in `grammars/grammars.ts`, a
 * fixture in the contract suite.
 */
import type { GrammarName } from './grammars/grammars.ts';
import type { ShallowLanguage } from './shallow/read-shallow.ts';
import type { Visitor } from './tree/walk.ts';

export interface Language {
  readonly name: string;
  readonly grammar: GrammarName;
  /**
   * Node's optimising compiler takes hundreds of megabytes for the tables of some grammars, or aborts. They are run in processes that
   * do without it.
   */
  readonly isHeavy: boolean;
  /** Endings of file names, without the dot. */
  readonly endings: readonly string[];
  /** Whole names of files. */
  readonly files: readonly string[];
  /** Programs that `#!` names. */
  readonly programs: readonly string[];
  /** Text that is not of this language is replaced by blanks of the same length: a page has more than its script. */
  readonly mask?: () => Promise<{ readonly mask: (text: string) => string }>;
  readonly deep?: () => Promise<{ readonly visitor: Visitor }>;
  readonly shallow?: () => Promise<{ readonly shallow: ShallowLanguage }>;
}

type Row = Partial<Omit<Language, 'name' | 'endings' | 'grammar'>> & { readonly grammar?: GrammarName };

const language = (name: string, endings: string, { grammar, ...rest }: Row): Language => ({
  name,
  grammar: grammar ?? (name as GrammarName),
  isHeavy: false,
  endings: endings.split(' ').filter(Boolean),
  files: [],
  programs: [],
  ...rest,
});

const isHeavy = true;
const script = () => import('./languages/javascript.ts');
/** Pages whose scripts are read; their own marks are not. */
const page = { deep: script, mask: () => import('./tree/mask-page.ts') };

export const LANGUAGES: readonly Language[] = [
  language('python', 'py pyi pyw', { deep: () => import('./languages/python.ts'), programs: ['python'] }),
  language('javascript', 'js mjs cjs jsx es6', { deep: script, programs: ['node', 'nodejs', 'bun'] }),
  language('typescript', 'ts mts cts', { deep: script, programs: ['deno', 'tsx', 'ts-node'] }),
  language('tsx', 'tsx', { deep: script }),
  language('go', 'go', { deep: () => import('./languages/go.ts') }),
  language('rust', 'rs', { deep: () => import('./languages/rust.ts') }),
  language('java', 'java', { deep: () => import('./languages/java.ts') }),
  language('c', 'c h', { deep: () => import('./languages/c.ts') }),
  language('cpp', 'cpp cc cxx c++ hpp hh hxx h++ ipp tpp inl', { isHeavy, deep: () => import('./languages/cpp.ts') }),
  language('csharp', 'cs csx', { isHeavy, grammar: 'c_sharp', deep: () => import('./languages/csharp.ts') }),
  language('ruby', 'rb rake gemspec ru', {
    isHeavy,
    deep: () => import('./languages/ruby.ts'),
    files: ['Rakefile', 'Gemfile', 'Guardfile', 'Capfile', 'Vagrantfile'],
    programs: ['ruby'],
  }),
  language('php', 'php phtml php5 php7', { deep: () => import('./languages/php.ts'), programs: ['php'] }),
  language('kotlin', 'kt kts', { isHeavy, deep: () => import('./languages/kotlin.ts') }),
  language('vue', 'vue', { ...page, grammar: 'typescript' }),
  language('svelte', 'svelte', { ...page, grammar: 'typescript' }),
  language('astro', 'astro', { ...page, grammar: 'tsx' }),
  language('html', 'html htm xhtml', { ...page, grammar: 'javascript' }),
  language('swift', 'swift', { isHeavy, shallow: () => import('./queries/swift.ts') }),
  language('scala', 'scala sc sbt', { isHeavy, shallow: () => import('./queries/scala.ts') }),
  language('bash', 'sh bash zsh ksh bats', {
    isHeavy,
    shallow: () => import('./queries/bash.ts'),
    files: ['.bashrc', '.bash_profile', '.profile', '.zshrc'],
    programs: ['sh', 'bash', 'zsh', 'dash', 'ksh'],
  }),
  language('lua', 'lua', { shallow: () => import('./queries/lua.ts'), programs: ['lua', 'luajit'] }),
  language('elixir', 'ex exs', { isHeavy, shallow: () => import('./queries/elixir.ts'), programs: ['elixir'] }),
  language('dart', 'dart', { shallow: () => import('./queries/dart.ts') }),
  language('zig', 'zig', { shallow: () => import('./queries/zig.ts') }),
  language('r', 'r', { shallow: () => import('./queries/r.ts'), programs: ['Rscript'] }),
  language('julia', 'jl', { isHeavy, shallow: () => import('./queries/julia.ts'), programs: ['julia'] }),
  language('haskell', 'hs', { isHeavy, shallow: () => import('./queries/haskell.ts'), programs: ['runhaskell'] }),
  language('ocaml', 'ml', { isHeavy, shallow: () => import('./queries/ocaml.ts'), programs: ['ocaml'] }),
  language('ocaml-interface', 'mli', {
    isHeavy,
    grammar: 'ocaml_interface',
    shallow: () => import('./queries/ocaml-interface.ts'),
  }),
  language('perl', 'pl pm t', { isHeavy, shallow: () => import('./queries/perl.ts'), programs: ['perl'] }),
  language('objc', 'm mm', { isHeavy, shallow: () => import('./queries/objc.ts') }),
  language('solidity', 'sol', { shallow: () => import('./queries/solidity.ts') }),
  language('erlang', 'erl hrl', { shallow: () => import('./queries/erlang.ts'), programs: ['escript'] }),
  language('clojure', 'clj cljs cljc edn', {
    shallow: () => import('./queries/clojure.ts'),
    programs: ['bb', 'clojure'],
  }),
  language('groovy', 'groovy gradle', {
    shallow: () => import('./queries/groovy.ts'),
    files: ['Jenkinsfile'],
    programs: ['groovy'],
  }),
  language('nix', 'nix', { shallow: () => import('./queries/nix.ts') }),
  language('css', 'css', { shallow: () => import('./queries/data/css.ts') }),
  language('json', 'json jsonc json5 webmanifest', { shallow: () => import('./queries/data/json.ts') }),
  language('yaml', 'yaml yml', { shallow: () => import('./queries/data/yaml.ts') }),
  language('toml', 'toml', { shallow: () => import('./queries/data/toml.ts') }),
  language('sql', 'sql', { isHeavy, shallow: () => import('./queries/data/sql.ts') }),
  language('hcl', 'tf tfvars hcl', { shallow: () => import('./queries/data/hcl.ts') }),
  language('dockerfile', 'dockerfile', {
    shallow: () => import('./queries/data/dockerfile.ts'),
    files: ['Dockerfile', 'Containerfile'],
  }),
  language('make', 'mk mak', {
    shallow: () => import('./queries/data/make.ts'),
    files: ['Makefile', 'GNUmakefile'],
    programs: ['make'],
  }),
  language('cmake', 'cmake', { shallow: () => import('./queries/data/cmake.ts'), files: ['CMakeLists.txt'] }),
  language('proto', 'proto', { shallow: () => import('./queries/data/proto.ts') }),
  language('graphql', 'graphql gql graphqls', { shallow: () => import('./queries/data/graphql.ts') }),
];

const BY_NAME = new Map(LANGUAGES.map((one) => [one.name, one]));
export const languageNamed = (name: string): Language | undefined => BY_NAME.get(name);
