import type { ConfigField } from '@zapomni/core/config';
import { code, page, table } from './markdown.ts';

/** docs/configuration.md: every setting, section by section. */
export function renderConfigurationPage(fields: readonly ConfigField[]): string {
  const sections = [...Map.groupBy(fields, ({ section }) => section)];
  return page('Configuration', 'packages/core/src/config', [
    'Nothing needs to be set. Each setting is an environment variable and a flag of the `zapomni` command; a flag wins ' +
      'over the environment, that over the settings file (`config_file`), and that over the default. A value that ' +
      'cannot be used stops the start with a message that names the setting.',
    ...sections.flatMap(([section, members]) => [`## ${heading(section)}`, renderSection(members)]),
  ]);
}

function renderSection(fields: readonly ConfigField[]): string {
  return table(
    ['Environment', 'Flag', 'Accepts', 'Default', 'Description', 'Also read from'],
    fields.map((field) => [
      code(field.env),
      code(`--${field.flag}`),
      field.accepts,
      field.default === undefined ? 'depends on the system' : code(String(field.default)),
      field.description + (field.secret ? ' Secret: never shown or logged.' : ''),
      field.aliases.map(code).join(', '),
    ]),
  );
}

const heading = (section: string) => section.charAt(0).toUpperCase() + section.slice(1);
