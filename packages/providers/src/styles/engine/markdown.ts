/** Markdown, for a processor that has plain text, HTML and RTF: its own way to be given another format. */
import type { OutputFormat } from './citeproc.ts';

export function toMarkdown(text: OutputFormat): OutputFormat {
  return {
    ...text,
    text_escape: escapeMarkdown,
    '@font-style/italic': '*%%STRING%%*',
    '@font-style/oblique': '*%%STRING%%*',
    '@font-weight/bold': '**%%STRING%%**',
    '@vertical-align/sup': '<sup>%%STRING%%</sup>',
    '@vertical-align/sub': '<sub>%%STRING%%</sub>',
    '@display/block': (_state: unknown, said: string) => `  \n${said}`,
    '@display/indent': (_state: unknown, said: string) => `  \n${said}`,
  };
}

/** An underscore within a word is one; addresses are full of them. */
const LOOSE_UNDERSCORE = /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

export function escapeMarkdown(text: string | undefined): string {
  return (text ?? '').replaceAll(/[\\`*[\]<>]/g, '\\$&').replaceAll(LOOSE_UNDERSCORE, '\\_');
}
