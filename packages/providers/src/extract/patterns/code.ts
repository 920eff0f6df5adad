/** What developers write: files, packages, versions, commits, issues, names of functions. */
import type { Pattern } from './pattern.ts';

const EXTENSIONS =
  'c|cc|cfg|conf|cpp|cs|css|csv|cts|docx?|env|gif|go|gz|h|hpp|html?|ini|ipynb|java|jpe?g|js|json[5cl]?|jsx|kt|less|lock|log|lua|md|mdx|mjs|mts|o|odt|parquet|patch|pdf|php|pl|png|pptx?|proto|ps1|py|r|rb|rs|rst|scala|scss|sh|sql|sqlite|svelte|svg|swift|tar|tex|tf|toml|ts|tsx|txt|vue|wasm|xlsx?|xml|ya?ml|zig|zip';
const SEGMENT = String.raw`[\p{L}\p{N}_@+.\[\]$-]{1,100}`;
const NOT_BEFORE = String.raw`(?<![\p{L}\p{N}_@/\\.~:-])`;

/** `Node.js` and `Vue.js` are no files. */
const isProduct = (match: string) => /^\p{Lu}\p{L}{0,11}\.(?:js|go|py|rs)$/u.test(match);

export const FILES: readonly Pattern[] = [
  {
    type: 'file',
    regex: new RegExp(
      String.raw`${NOT_BEFORE}[A-Za-z]:\\(?:[^\s\\/:*?"<>|]{1,100}\\){0,20}[^\s\\/:*?"<>|]{1,100}`,
      'gu',
    ),
    confidence: 0.95,
    trailing: /[.,;:!?)\]'"]+$/u,
  },
  {
    type: 'file',
    regex: new RegExp(String.raw`${NOT_BEFORE}(?:~|\.{1,2})?(?:/${SEGMENT}){2,30}/?(?![\p{L}\p{N}_])`, 'gu'),
    confidence: 0.95,
    trailing: /[.,;:!?\]]+$/u,
    accepts: (match) => /\p{L}/u.test(match),
  },
  {
    type: 'file',
    regex: new RegExp(String.raw`${NOT_BEFORE}(?:~|\.{1,2}|${SEGMENT})/(?:${SEGMENT}/){0,20}${SEGMENT}`, 'gu'),
    confidence: 0.95,
    trailing: /[.,;:!?\]]+$/u,
    accepts: (match) =>
      new RegExp(String.raw`(?:^~|^\.{1,2}/|\.(?:${EXTENSIONS})$)`, 'u').test(match) && !match.startsWith('@'),
  },
  {
    type: 'file',
    regex: new RegExp(
      String.raw`${NOT_BEFORE}[\p{L}\p{N}_.-]{1,80}\.(?:${EXTENSIONS})(?![\p{L}\p{N}_/(-]|\.\p{L})`,
      'gu',
    ),
    confidence: 0.9,
    accepts: (match) => !isProduct(match) && /^[^.]|^\.\p{L}/u.test(match) && !/^\d[\d.]*\p{L}$/u.test(match),
  },
  {
    type: 'file',
    regex:
      /(?<![\p{L}\p{N}_./])(?:Dockerfile|Makefile|Jenkinsfile|Gemfile|Procfile|\.gitignore|\.npmrc|\.editorconfig|\.dockerignore|\.bashrc|\.zshrc|\.env)(?![\p{L}\p{N}_])/gu,
    confidence: 0.9,
  },
];

const PACKAGE = String.raw`(?:@[a-z\d][\w.-]{0,60}/)?[A-Za-z\d][\w.-]{0,60}`;
const isWord = (match: string) =>
  /^(?:the|it|a|an|and|or|this|that|all|my|your|from|to|on|in|package|packages|dependencies|everything|with|via)$/u.test(
    match,
  );
const acceptsPackage = (match: string) => !isWord(match);
/** Stand before a version without being what has it. */
const isBeforeVersion = (match: string) =>
  /^(?:version|versions|release|released|releases|to|from|is|was|at|in|since|until|than|and|or|by|with|on|of|for|the|a|v|ver|tag|tagged|upgrade|upgraded|update|updated|bump|bumped|downgrade|as|via|through|before|after|now|about|section|chapter|figure|table|step|ip|address|port|between|only|below|above|latest|stable|minor|major|patch|beta|alpha|build|shipped|published|fixed|using|under|over|around|no|like|also|still|not|it|its|that|this)$/u.test(
    match,
  );

export const PACKAGES: readonly Pattern[] = [
  {
    type: 'package',
    regex: /(?<![\p{L}\p{N}_@/.-])@[a-z\d][\w.-]{0,60}\/[a-z\d][\w.-]{0,60}/gu,
    confidence: 0.95,
    trailing: /[.-]+$/u,
  },
  {
    type: 'package',
    regex: new RegExp(
      String.raw`(?<=\b(?:npm (?:i|install|add|uninstall|update)|yarn add|pnpm (?:add|i|install)|bun add|npx|pip3? install|pipx install|uv (?:add|pip install)|poetry add|conda install|cargo (?:add|install)|gem install|go get|brew install|apt(?:-get)? install|composer require|dotnet add package)\s(?:-{1,2}[\w-]{1,20}\s){0,3})${PACKAGE}`,
      'gu',
    ),
    confidence: 0.95,
    trailing: /[.,;:-]+$/u,
    accepts: acceptsPackage,
  },
  {
    type: 'package',
    regex: new RegExp(String.raw`(?<=\b(?:from|import|require\()\s?["'])${PACKAGE}(?=["'])`, 'gu'),
    confidence: 0.95,
  },
  {
    type: 'package',
    regex:
      /(?<=(?:^|\n)[ \t]{0,20}(?:from|import)[ \t])[a-z_][a-z\d_]{1,40}(?=(?:\.[\w.]{1,80})?[ \t](?:import|as)[ \t]|[ \t]{0,3}(?:\r?\n|$))/gu,
    confidence: 0.85,
  },
  {
    type: 'package',
    regex: /(?<![\p{L}\p{N}_@/.-])[a-z][\w.-]{1,60}(?=@[~^]?\d{1,5}\.\d)/gu,
    confidence: 0.95,
  },
  {
    type: 'package',
    regex: /(?<=\.(?:[cm]?[jt]sx?|py|rs|go|rb)`?\s(?:imports?|requires?|uses)\s`?)[a-z][\w.-]{1,60}(?![\w/])/gu,
    confidence: 0.8,
    trailing: /[.-]+$/u,
    accepts: acceptsPackage,
  },
  {
    type: 'package',
    regex: /(?<![\p{L}\p{N}_@/.-])[a-z][\w-]{1,40}(?=\sv?\d{1,4}\.\d{1,4}\.\d{1,5}(?![\d.]))/gu,
    confidence: 0.8,
    accepts: (match) => !isBeforeVersion(match),
  },
];

/** `Node.js`, `Vue.js`. */
export const SCRIPT_LIBRARIES: readonly Pattern[] = [
  {
    type: 'technology',
    regex: /(?<![\p{L}\p{N}_./@-])\p{Lu}[\p{L}\p{N}]{0,20}\.js(?![\p{L}\p{N}_/])/gu,
    confidence: 0.9,
  },
];

export const VERSIONS: readonly Pattern[] = [
  {
    type: 'version',
    regex: /(?<![\p{L}\p{N}_.-])[vV]\d{1,5}(?:\.\d{1,6}){0,3}(?:[-+][\dA-Za-z][\dA-Za-z.-]{0,40})?(?![\p{L}\p{N}_])/gu,
    confidence: 0.95,
    trailing: /[.-]+$/u,
  },
  {
    type: 'version',
    regex:
      /(?<![\p{L}\p{N}_.,$€£/-])\d{1,5}\.\d{1,5}\.\d{1,6}(?:[-+][\dA-Za-z][\dA-Za-z.-]{0,40})?(?![\p{L}\p{N}_]|\.\d)/gu,
    confidence: 0.9,
    trailing: /[.-]+$/u,
    accepts: (match) => !/^\d{1,2}\.\d{1,2}\.(?:\d{2}|\d{4})$/u.test(match) || /^\d\.\d/u.test(match),
  },
  {
    type: 'version',
    regex: /(?<=\b(?:versions?|release|ver\.?)\s)\d{1,5}(?:\.\d{1,5}){0,2}(?![\p{L}\p{N}_]|\.\d)/giu,
    confidence: 0.9,
  },
  {
    type: 'version',
    regex: /(?<=[\p{Ll}\d]@[~^]?)\d{1,5}(?:\.\d{1,5}){1,2}(?:-[\w.]{1,30})?(?![\w])/gu,
    confidence: 0.95,
  },
];

/** Standards and models that are spelled like issues. */
const NOT_ISSUES =
  /^(?:UTF|SHA|ISO|COVID|GPT|RFC|MD|AES|RSA|RS|HS|ES|MP|H|X|USB|PEP|IEC|IEEE|ANSI|EN|DIN|BS|CVE|ASCII|ISBN|ISSN|CP|F|B|A|BASE|TLS|HTTP|IPV|WEB|SARS|MI|AK|T|KC|UH|AH|SU|MIG|PM|BO|VO|PS|BM|TOP|ALPHA)-/u;

export const TRACKERS: readonly Pattern[] = [
  { type: 'issue', regex: /(?<![\p{L}\p{N}_-])CVE-\d{4}-\d{4,7}(?!\d)/gu, confidence: 1 },
  { type: 'standard', regex: /(?<![\p{L}\p{N}_-])(?:RFC|PEP)[ -]?\d{1,5}(?![\p{L}\p{N}_])/gu, confidence: 0.95 },
  {
    type: 'standard',
    regex:
      /(?<![\p{L}\p{N}_-])(?:ISO|IEC|IEEE|ECMA|DIN|ANSI)(?:\/(?:IEC|IEEE))?[ -]\d{2,6}(?:[.:-]\d{1,5}){0,2}(?![\p{L}\p{N}_])/gu,
    confidence: 0.95,
  },
  {
    type: 'issue',
    regex: /(?<![\p{L}\p{N}_./-])[A-Za-z\d][\w.-]{0,38}\/[\w.-]{1,80}#\d{1,7}(?!\d)/gu,
    confidence: 1,
  },
  { type: 'issue', regex: /(?<![\p{L}\p{N}_&#/])#\d{1,7}(?![\p{L}\p{N}_])/gu, confidence: 0.85 },
  {
    type: 'issue',
    regex: /(?<![\p{L}\p{N}_/.-])[A-Z][A-Z\d]{1,9}-\d{1,6}(?![\p{L}\p{N}_-])/gu,
    confidence: 0.85,
    accepts: (match) => !NOT_ISSUES.test(match),
  },
  {
    type: 'commit',
    regex:
      /(?<![\p{L}\p{N}_./:-])(?:[\da-f]{40}|(?<=\b(?:[Cc]ommits?|[Rr]evisions?|sha|SHA|hash|in|at|by)\s`?)[\da-f]{7,12})(?![\p{L}\p{N}_-])/gu,
    confidence: 0.9,
    accepts: (match) => /\d/u.test(match) && /[a-f]/u.test(match),
  },
];

export const SYMBOLS: readonly Pattern[] = [
  {
    type: 'symbol',
    regex: /(?<![\p{L}\p{N}_.@#/$-])[A-Za-z_$][\w$]{1,60}(?:(?:\.|::)[A-Za-z_$][\w$]{0,60}){0,6}(?=\(\))/gu,
    confidence: 0.9,
  },
  {
    type: 'symbol',
    regex: /(?<=`)[A-Za-z_$][\w$]{1,60}(?:(?:\.|::|#|->)[A-Za-z_$][\w$]{0,60}){0,6}(?=`)/gu,
    confidence: 0.8,
  },
  {
    type: 'symbol',
    regex: /(?<![\p{L}\p{N}_.@#/$:-])[a-z][a-z\d]{0,40}(?:_[a-z\d]{1,40}){1,8}(?![\p{L}\p{N}_/@-])/gu,
    confidence: 0.75,
  },
  {
    type: 'symbol',
    regex: /(?<![\p{L}\p{N}_.@#/$:-])[A-Z][A-Z\d]{0,40}(?:_[A-Z\d]{1,40}){1,8}(?![\p{L}\p{N}_/@-])/gu,
    confidence: 0.75,
  },
  {
    type: 'symbol',
    regex: /(?<![\p{L}\p{N}_.@#/$:-])[a-z]{2,30}(?:[A-Z][a-z\d]{1,30}){1,8}(?![\p{L}\p{N}_/@-])/gu,
    confidence: 0.7,
    // macOS, iPhone and their like are products; a symbol has a verb or a noun before its first capital.
    accepts: (match) => !/^(?:mac|web|i|e)[A-Z]|^(?:arXiv|bioRxiv|medRxiv)$/u.test(match),
  },
];
