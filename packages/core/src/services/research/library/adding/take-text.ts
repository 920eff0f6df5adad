/** Makes a text that was read that of a paper: what stands apart in it is not found, what was marked in it is. */
import type { Deps } from '../../../deps.ts';
import type { OpenDocument } from '../../../documents/find-document.ts';
import type { PaperFindings } from '../../../documents/paper/paper-findings.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import { adoptDocument, type Adoptable, type Adopted } from './adopt-document.ts';
import { keepAnnotations } from './keep-annotations.ts';
import type { AddingSteps } from './steps.ts';

export interface PaperText extends Pick<Adoptable, 'origin'> {
  readonly open: OpenDocument;
  readonly findings: PaperFindings | null;
  readonly leaveForgotten?: boolean | undefined;
}

export async function takeText(
  deps: Deps,
  steps: AddingSteps,
  { workspace, paper }: { readonly workspace: string; readonly paper: KeptPaper },
  { open, findings, origin, leaveForgotten }: PaperText,
): Promise<Adopted> {
  const adopted = await adoptDocument(deps, workspace, paper, { open, apart: await apartIn(steps, open), origin });
  const marks = { file: adopted.file, annotations: findings?.annotations ?? [], pages: open.structure.pages };
  const now = await keepAnnotations(deps, workspace, adopted.paper, { ...marks, leaveForgotten });
  return { ...adopted, paper: now };
}

/** Lists of references, as the format marks them or as they look; what runs along the edges of pages. */
async function apartIn(steps: AddingSteps, { text, structure }: OpenDocument): Promise<Adoptable['apart']> {
  const reading = await steps.reading();
  const marked = structure.blocks.filter(({ kind }) => kind === 'reference');
  const list = marked.length > 0 ? null : reading.references(text, structure);
  const lists = list ? [list] : marked;
  const running = reading
    .running(text, structure.pages)
    .filter(({ start, end }) => !lists.some((one) => one.start < end && start < one.end));
  return [...lists, ...running]
    .map(({ start, end }) => ({ start, end }))
    .toSorted((one, other) => one.start - other.start);
}
