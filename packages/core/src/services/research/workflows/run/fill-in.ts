/** What is typed into a field: a text of the run, or a secret of the user's, which goes to its own origin and nowhere else. */
import { ZapomniError } from '../../../../errors/index.ts';
import type { BrowserVisit, SecretFacts, SecretStore } from '../../../../ports/index.ts';
import type { StepNamed } from '../definition/steps.ts';
import { toBrowserTargets } from '../definition/targets.ts';
import { fillTemplate } from '../definition/template.ts';

interface Filling {
  readonly visit: BrowserVisit;
  readonly values: Readonly<Record<string, string>>;
  readonly secrets?: SecretStore | undefined;
  /** Of a dry run no secret is typed in: it looks and does nothing. */
  readonly dry: boolean;
}

export async function fillIn({ visit, values, secrets, dry }: Filling, step: StepNamed<'fill'>): Promise<void> {
  const target = toBrowserTargets(step.target);
  if (typeof step.value === 'string') return visit.fill(target, fillTemplate(step.value, values));
  const { origin } = new URL(visit.url());
  const value = await openSecret(secrets, { name: step.value.secret, origin, kind: 'secret' });
  if (!dry) await visit.fill(target, value, origin);
}

type Wanted = Pick<SecretFacts, 'name' | 'origin' | 'kind'>;

/** FORBIDDEN for another origin or kind, NOT_FOUND where there is none; neither says more than the name. */
export async function openSecret(secrets: SecretStore | undefined, { name, origin, kind }: Wanted): Promise<string> {
  const value = secrets ? await secrets.open(name, origin, kind) : null;
  if (value !== null) return value;
  const order = kind === 'session' ? `login ${name} --url ${origin}` : `set ${name} --origin ${origin}`;
  throw new ZapomniError('NOT_FOUND', `There is no ${kind} ${name}, or its time is over.`, {
    hint: `The user sets it on the command line: zapomni secret ${order}`,
  });
}
