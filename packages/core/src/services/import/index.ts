/** What other programs remember, as memories: the formats, and whether a draft can be stored. */
export { IMPORT_FORMATS } from './formats/index.ts';
export type {
  Cut,
  Finding,
  ImportDraft,
  ImportFormat,
  ImportOptions,
  SourceFile,
  SourceItem,
  SourceReader,
} from './import-format.ts';
export { whyNotStorable } from './why-not-storable.ts';
export { parseMap } from './shapes/mapped.ts';
