/** Models that are installed on demand. */
export { CATALOGUE, keptFiles, type CatalogueModel, type ModelFile } from './catalogue.ts';
export { installModel, isRight, type InstallProgress } from './install-model.ts';
export {
  installedModels,
  isInstalled,
  missingFiles,
  modelFolder,
  removeModel,
  type InstalledModel,
} from './installed-models.ts';
export { diskSource, webSource, type ModelSource } from './model-source.ts';
