import { codeOnly, lineAt, withoutComments } from '../source/source-text.ts';
import type { LayerRule } from './rules.ts';

export interface Finding {
  readonly line: number;
  readonly message: string;
}

const ENVIRONMENT = [/\bprocess\s*\??\.\s*env\b/g, /\bprocess\s*\[/g, /\benv\b[^{}]*\}\s*=\s*process\b/g];
const ENVIRONMENT_IMPORT = [/\bimport\b[^;'"]*\{[^}]*\benv\b[^}]*\}\s*from\s*(['"])(?:node:)?process\1/g];
const STDOUT = [/\bprocess\s*\??\.\s*stdout\b/g, /\bconsole\s*\.\s*(?:log|info|debug|table|dir|group|timeEnd)\b/g];

/** Where a file reads the environment or writes to stdout although its package's rule does not let it. */
export function findReaches(source: string, inPackage: string, rule: LayerRule): Finding[] {
  const code = codeOnly(source);
  const findings: Finding[] = [];
  if (!rule.readsEnvironment) {
    const message = 'reads the environment; only cli does, everyone else is handed values';
    findings.push(...search(code, ENVIRONMENT, message));
    findings.push(...search(withoutComments(source), ENVIRONMENT_IMPORT, message));
  }
  if (!rule.writesStdout?.test(inPackage)) {
    findings.push(...search(code, STDOUT, 'touches stdout, which belongs to the protocol; log, or return the text'));
  }
  return findings;
}

function search(text: string, patterns: readonly RegExp[], message: string): Finding[] {
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map((match) => ({ line: lineAt(text, match.index), message }));
}
