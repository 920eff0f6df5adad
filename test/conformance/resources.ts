import type { Resource, ResourceTemplate } from '@zapomni/server';
import { IMAGE } from './samples.ts';

export const resources: readonly Resource[] = [
  {
    uri: 'test://static-text',
    name: 'static-text',
    description: 'A text that stays as it is.',
    mimeType: 'text/plain',
    read: async () => ({ text: 'This is the content of the static text resource.' }),
  },
  {
    uri: 'test://static-binary',
    name: 'static-binary',
    description: 'Bytes that stay as they are.',
    mimeType: IMAGE.mimeType,
    read: async () => ({ blob: IMAGE.data }),
  },
  {
    uri: 'test://watched-resource',
    name: 'watched-resource',
    description: 'Something to subscribe to.',
    mimeType: 'text/plain',
    changes: true,
    read: async () => ({ text: 'Watched resource content' }),
  },
];

export const template: ResourceTemplate = {
  uriTemplate: 'test://template/{id}/data',
  name: 'template',
  description: 'As many as there are ids.',
  mimeType: 'application/json',
  read: async (_uri, { id }) => ({
    text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
  }),
};
