import type { ImportFormat } from '@zapomni/core/import';
import { code, page, table } from './markdown.ts';

const EXAMPLE = `\`\`\`console
$ zapomni import                                  # the formats, and what each needs
$ zapomni import obsidian ~/Vault --dry-run       # what would come, what would not and why; nothing is stored
$ zapomni import obsidian ~/Vault --workspace notes
$ zapomni import csv notes.csv --map text=content,timestamp=created
\`\`\``;

/** docs/import.md: what comes from each format, and what is lost. */
export function renderImportPage(formats: readonly ImportFormat[]): string {
  const rows = formats.map(({ name, needs, comes, lost }) => [code(name), needs, comes, lost]);
  return page('Importing from elsewhere', 'packages/core/src/services/import/formats/', [
    '`zapomni import FORMAT PATH` takes over what another program remembers. A file or a folder can be named; of a folder the ' +
      'files of the format are read, hidden ones and `node_modules` aside, and links are not followed.',
    EXAMPLE,
    '- **The source stays as it is.** It is opened for reading only. A database that is in use is read as it is at that moment.\n' +
      '- **Once is enough.** Each item has a key that names it at its source (`format:…`; of notes their path), so that a second ' +
      'import stores nothing new and one that was broken off goes on. What has another text at the source by then stays as it ' +
      'was stored; the report says how many those are.\n' +
      '- **What does not come has a reason.** Broken lines, files and items are counted by reason with their places, and the rest ' +
      'goes on. `--json` has all of it. The exit code is 2 when nothing came at all.\n' +
      '- **Any size.** Files of lines, JSON, CSV and databases are read piece by piece; a note may have 64 MB.\n' +
      '- **Nothing is made up.** Of chats the words of the user and of the assistant come, a memory per turn, with `role`, ' +
      '`title`, `conversation` and `timestamp` in the metadata. Nothing is cut out of them: look at `--dry-run` first if there ' +
      'are secrets in old chats.\n' +
      '- **What you forgot stays forgotten.** An item whose text you have deleted is left out and counted as `forgotten`; ' +
      '`--forgotten` brings it back ([Forgetting](forgetting.md)).\n' +
      '- **Links become relations.** A note of `obsidian` or `basic-memory` is a thing of the graph (`metadata.entity`), under its ' +
      'title and aliases. What it links to is read with its text in the background: `[[X]]` is `LINKS_TO`, a line ' +
      '`- requires [[X]]` of basic-memory is `REQUIRES`, with the sentence as evidence; they change and go with the note. A link ' +
      'to something that the graph knows by that name leads to it.\n' +
      '- **Notes that Zapomni wrote** (`zapomni export --format markdown`, the mirror) come back as the memories they were, by ' +
      '`markdown` or `obsidian`: text, kind, tags, source and metadata.',
    table(['Format', 'It needs', 'What comes', 'What is lost'], rows),
    '`zapomni import server-memory FILE` takes over the file of the official memory server with its graph, and ' +
      '`zapomni import FILE` restores into an empty store all that `zapomni export` wrote ([Moving, backing up and restoring a store](migrate.md)).',
  ]);
}
