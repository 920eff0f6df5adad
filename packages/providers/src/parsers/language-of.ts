/** Which language a file is in: its name, and where that leaves it open the first bytes. */
import { LANGUAGES } from './languages.ts';

const byEnding = table(({ endings }) => endings);
const byFile = table(({ files }) => files.map((file) => file.toLowerCase()));
const byProgram = table(({ programs }) => programs);

function table(keys: (language: (typeof LANGUAGES)[number]) => readonly string[]): ReadonlyMap<string, string> {
  return new Map(LANGUAGES.flatMap((language) => keys(language).map((key) => [key, language.name] as const)));
}

export function languageOf(path: string, head: Uint8Array): string | null {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
  const whole = byFile.get(name);
  if (whole) return whole;
  const ending = endingOf(name);
  if (ending === 'h') return headerLanguage(head);
  const known = ending === '' ? undefined : byEnding.get(ending);
  if (known) return known;
  // `Dockerfile.dev`, `Makefile.am`.
  const [first = ''] = name.split('.');
  return byFile.get(first) ?? (ending === '' ? byShebang(head) : null);
}

const endingOf = (name: string) => (name.lastIndexOf('.') > 0 ? name.slice(name.lastIndexOf('.') + 1) : '');

/** Words that only C++ has, and those of Objective-C. In comments they may be anything. */
const CPP =
  /^\s*(?:class\s+\w|namespace\b|template\s*<|using\s+\w|public:|private:|protected:|#\s*include\s*<\w+>)|\bstd::|\boperator\s*[=<>+\-*/[(]/mu;
const OBJC = /^\s*(?:@interface|@protocol|@class|#import)\b/mu;

function headerLanguage(head: Uint8Array): string {
  const text = new TextDecoder().decode(head).replace(/\/\*[\s\S]*?(?:\*\/|$)|\/\/.*$/gmu, ' ');
  if (OBJC.test(text)) return 'objc';
  return CPP.test(text) ? 'cpp' : 'c';
}

/** `#!/usr/bin/env -S python3 -u`: the program without its version. */
function byShebang(head: Uint8Array): string | null {
  const [line = ''] = new TextDecoder()
    .decode(head.subarray(0, 200))
    .replace(/^\uFEFF/u, '')
    .split('\n');
  if (!line.startsWith('#!')) return null;
  const words = line
    .slice(2)
    .trim()
    .split(/\s+/u)
    .map((word) => word.slice(word.lastIndexOf('/') + 1));
  const program =
    words[0] === 'env' ? words.slice(1).find((word) => !word.startsWith('-') && !word.includes('=')) : words[0];
  return byProgram.get((program ?? '').replace(/[\d.]+$/u, '')) ?? null;
}
