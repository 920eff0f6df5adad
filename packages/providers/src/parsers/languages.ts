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
];

const BY_NAME = new Map(LANGUAGES.map((one) => [one.name, one]));
export const languageNamed = (name: string): Language | undefined => BY_NAME.get(name);
