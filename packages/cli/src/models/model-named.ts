import { ZapomniError } from '@zapomni/core/errors';
import { CATALOGUE, type CatalogueModel } from '@zapomni/providers/models';
import { usageError } from '../arguments/arguments.ts';

/** Fails with the names that there are. */
export function modelNamed(name: string | undefined): CatalogueModel {
  const names = CATALOGUE.map((model) => model.name).join(', ');
  if (name === undefined) throw usageError(`model: name one: ${names}.`);
  const found = CATALOGUE.find((model) => model.name === name);
  if (found) return found;
  throw new ZapomniError('NOT_FOUND', `model: there is no '${name.slice(0, 40)}' to install.`, {
    hint: `There is: ${names}. Models of Ollama and other endpoints are chosen with \`zapomni model embedding\`.`,
  });
}
