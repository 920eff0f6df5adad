import { endpoints } from '@zapomni/api/endpoints';

/** The method and address of every call by its name: all that the page has of the API beside its types. */
export function renderAddresses(): string {
  const rows = Object.entries(endpoints).map(([name, { method, path }]) => `  ${name}: ['${method}', '${path}'],`);
  return [
    '// Written by `npm run gen` from the endpoints of packages/api.',
    'export const ADDRESSES = {',
    ...rows,
    '} as const;',
    '',
  ].join('\n');
}
