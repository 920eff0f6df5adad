/** Models that were installed: a folder each, below one of the data folder. A folder that is there is whole. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CATALOGUE, keptFiles, type CatalogueModel } from './catalogue.ts';

export interface InstalledModel {
  readonly name: string;
  readonly folder: string;
  readonly bytes: number;
}

/** Where a model lies, or will. */
export function modelFolder(folder: string, { name }: Pick<CatalogueModel, 'name'>): string {
  return join(folder, name);
}

/** One look at the disk, for who asks often. */
export function isInstalled(folder: string, model: Pick<CatalogueModel, 'name'>): boolean {
  return existsSync(modelFolder(folder, model));
}

export function installedModels(folder: string): InstalledModel[] {
  return CATALOGUE.filter((model) => isInstalled(folder, model)).map((model) => {
    const place = modelFolder(folder, model);
    return { name: model.name, folder: place, bytes: bytesIn(place) };
  });
}

/** Files that are missing or have another length; a look at the names, not at the bytes. */
export function missingFiles(folder: string, model: CatalogueModel): string[] {
  const place = modelFolder(folder, model);
  return keptFiles(model)
    .filter(({ path, bytes }) => !existsSync(join(place, path)) || statSync(join(place, path)).size !== bytes)
    .map(({ path }) => path);
}

/** Bytes that were freed; also those of an installation that was not finished. */
export async function removeModel(folder: string, model: CatalogueModel): Promise<number> {
  const places = [modelFolder(folder, model), `${modelFolder(folder, model)}.part`];
  const freed = places.reduce((sum, place) => sum + bytesIn(place), 0);
  for (const place of places) await rm(place, { recursive: true, force: true });
  return freed;
}

/** Of all files below a folder; 0 where there is none. */
export function bytesIn(place: string): number {
  if (!existsSync(place)) return 0;
  const entries = readdirSync(place, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
