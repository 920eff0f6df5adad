/** Writes the graph into a file of the user's, below the one folder where that is allowed. */
import { invalidField } from '../../../errors/index.ts';
import type { Deps } from '../../deps.ts';
import { checkExportOptions, graphText, type Tally } from './graph-text.ts';
import { EXPORT_ENDINGS, type ExportedGraph, type ExportFormat, type ExportGraphRequest } from './export-request.ts';

export async function exportGraph(deps: Deps, request: ExportGraphRequest): Promise<ExportedGraph> {
  const { format, workspace, signal, overwrite = false } = request;
  // Before a file is begun.
  checkExportOptions(request);
  const name = request.file === undefined ? newName(deps, request) : checkEnding(request.file, format);
  const tally: Tally = { entities: 0, relations: 0 };
  const options = { overwrite, ...(signal ? { signal } : {}) };
  const written = await deps.exports.write(name, graphText(deps, request, tally), options);
  deps.logger.log('info', 'graph_exported', { workspace, format, bytes: written.bytes, ...tally });
  return { ...written, format, ...tally };
}

/** `graph-default-20260101T120000Z.graphml`. */
function newName({ clock }: Deps, { workspace, format }: ExportGraphRequest): string {
  const time = new Date(clock.now()).toISOString().replace(/[-:]|\.\d+/gu, '');
  return `graph-${workspace}-${time}${EXPORT_ENDINGS[format][0]}`;
}

function checkEnding(file: string, format: ExportFormat): string {
  const endings = EXPORT_ENDINGS[format];
  if (endings.some((ending) => file.toLowerCase().endsWith(ending))) return file;
  throw invalidField('output_path', `must end with ${endings.join(' or ')} for this format`);
}
