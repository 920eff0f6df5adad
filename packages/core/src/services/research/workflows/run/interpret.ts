/**
 * Does the steps of a definition on a page, one after the other. It says what each of them met, and stops where one cannot be done, unless that one
 * may be left out.
 *
 *   steps ──► [wait, scroll, extract …] ──► paginate ──► the same steps on the next page … until there is none, or one comes again
 */
import { ZapomniError } from '../../../../errors/index.ts';
import type { BrowserVisit, SecretStore } from '../../../../ports/index.ts';
import type { WorkflowDefinition } from '../definition/definition.ts';
import { MOST_ITEMS, USUAL_STEP_MS } from '../definition/limits.ts';
import { addressFault } from '../definition/step-address.ts';
import type { Step, StepNamed } from '../definition/steps.ts';
import { toBrowserTargets, type Target } from '../definition/targets.ts';
import { fillTemplate } from '../definition/template.ts';
import type { StepLog } from '../store/workflow-record.ts';
import { countMatches, type StepMatches } from './dry-run.ts';
import { fillIn } from './fill-in.ts';
import { followPages } from './follow-pages.ts';
import { StepFailed, targetsOf } from './step-failed.ts';
import { isEmpty, toRow, toRules, type Row } from './take-fields.ts';

export interface Visiting {
  readonly visit: BrowserVisit;
  readonly definition: WorkflowDefinition;
  readonly values: Readonly<Record<string, string>>;
  /** Rows that are wanted. */
  readonly limit: number;
  readonly secrets?: SecretStore | undefined;
  /** Only see what each step meets: few rows, one page. */
  readonly dry: boolean;
  readonly signal?: AbortSignal | undefined;
  onStep?(done: number, total: number, action: string): void;
}

/** How long something that may be missing is waited for. */
const OPTIONAL_MS = 2000;
const DRY_ROWS = 3;

export class Interpreter {
  readonly rows: Row[] = [];
  readonly log: StepLog[] = [];
  readonly matches: StepMatches[] = [];
  readonly pictures: Uint8Array[] = [];
  readonly given: Visiting;
  /** As many rows as were asked for. */
  isEnough = false;

  constructor(given: Visiting) {
    this.given = given;
  }

  /** Fails with `StepFailed`; what was found until then stays. */
  async run(): Promise<void> {
    const { steps } = this.given.definition;
    for (const [i, step] of steps.entries()) {
      this.given.onStep?.(i, steps.length, step.do);
      await this.step(step, i + 1);
    }
    this.given.onStep?.(steps.length, steps.length, '');
  }

  async step(step: Step, number: number): Promise<void> {
    const { signal, dry, visit } = this.given;
    let matched: number | null = null;
    const note = (status: StepLog['status'], words = ''): void => {
      if (this.log.length < MOST_ITEMS) this.log.push({ step: number, action: step.do, status, matched, note: words });
    };
    try {
      signal?.throwIfAborted();
      matched = await this.#present(step);
      if (dry) this.matches.push(await countMatches(visit, step, number));
      if (matched === 0) return note('left_out', 'nothing matched');
      note('done', await this.#act(step, number));
    } catch (thrown) {
      signal?.throwIfAborted();
      const failed = thrown instanceof StepFailed ? thrown : new StepFailed(step, number, thrown);
      if (dry && matched === null) this.matches.push(await countMatches(visit, step, number));
      note('failed', failed.failure.code);
      if (!step.continue || isFinal(failed)) throw failed;
    }
  }

  /** How many there are of what the step means; null where it means nothing, 0 where it may be left out. */
  async #present(step: Step): Promise<number | null> {
    const targets = targetsOf(step);
    if (targets.length === 0 || step.do === 'assert' || step.do === 'paginate') return null;
    const target = toBrowserTargets(targets);
    try {
      await this.given.visit.wait({ target }, step.timeout_ms ?? (step.optional ? OPTIONAL_MS : USUAL_STEP_MS));
    } catch (error) {
      if (step.optional && isMissing(error)) return 0;
      throw isMissing(error) ? nothingMatched(error) : error;
    }
    return this.given.visit.count(target);
  }

  /** Words for the log. */
  async #act(step: Step, number: number): Promise<string> {
    if (step.do === 'extract') return this.#extract(step);
    if (step.do === 'paginate') return followPages(this, step, number);
    if (step.do === 'assert') await this.#assert(step);
    else if (step.do === 'screenshot') this.pictures.push(await this.given.visit.screenshot());
    else if (step.do === 'goto') await this.given.visit.goto(this.#address(step));
    else if (step.do === 'wait') await this.#wait(step);
    else await this.#use(step);
    return '';
  }

  /** What a visitor does with hands. */
  async #use(step: StepNamed<'fill' | 'press' | 'click' | 'select' | 'check' | 'scroll'>): Promise<void> {
    const { visit } = this.given;
    if (step.do === 'fill') return fillIn(this.given, step);
    if (step.do === 'scroll') return visit.scroll(step.screens);
    if (step.do === 'press') return visit.press(step.key, step.target && toBrowserTargets(step.target));
    const target = toBrowserTargets(step.target);
    if (step.do === 'click') return visit.click(target);
    return step.do === 'select' ? visit.select(target, this.text(step.value)) : visit.check(target, step.on);
  }

  text(template: string): string {
    return fillTemplate(template, this.given.values);
  }

  /** Values were put in: it is looked at once more. */
  #address({ url }: StepNamed<'goto'>): string {
    const address = this.text(url);
    const fault = addressFault(address, this.given.definition.allow_hosts);
    if (fault !== null) throw new ZapomniError('FORBIDDEN', `With its values the address ${fault}.`);
    return address;
  }

  async #wait(step: StepNamed<'wait'>): Promise<void> {
    if (Array.isArray(step.for)) return;
    const what = 'url' in step.for ? { url: this.text(step.for.url) } : (step.for as { ms: number } | { load: 'load' });
    await this.given.visit.wait(what, step.timeout_ms ?? USUAL_STEP_MS);
  }

  /** Rows of all pages together are counted against `max`. */
  async #extract({ each = [], max, fields }: StepNamed<'extract'>): Promise<string> {
    const { visit, limit, dry } = this.given;
    const asked = typeof max === 'string' ? Number(this.text(max)) || limit : (max ?? limit);
    const left = Math.min(asked, limit, MOST_ITEMS) - this.rows.length;
    if (left > 0) {
      const found = await visit.extract(toBrowserTargets(each), toRules(fields), dry ? DRY_ROWS : left);
      const rows = found.map((row) => toRow(row, fields)).filter((row) => !isEmpty(row));
      this.rows.push(...rows);
      this.isEnough = rows.length >= left;
      return `${rows.length} rows`;
    }
    this.isEnough = true;
    return 'enough rows';
  }

  async #assert({ target, url, min }: StepNamed<'assert'>): Promise<void> {
    const { visit } = this.given;
    const isSo = url === undefined ? await this.#has(target ?? [], min) : visit.url().includes(this.text(url));
    if (isSo) return;
    throw new ZapomniError('NOT_FOUND', 'The page is not what the definition expects here.', {
      hint: 'Look at the page yourself: it may have changed. A dry run says what each selector matches.',
    });
  }

  async #has(target: readonly Target[], min: number): Promise<boolean> {
    return (await this.given.visit.count(toBrowserTargets(target))) >= min;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof ZapomniError && error.code === 'NOT_FOUND';
}

function nothingMatched(cause: unknown): ZapomniError {
  return new ZapomniError('NOT_FOUND', 'Nothing on the page matched.', {
    hint: 'A dry run says what each selector matches; a step that may be missing takes "optional": true.',
    cause,
  });
}

/** What no other step could do better. */
function isFinal({ failure: { code } }: StepFailed): boolean {
  return ['NEEDS_HUMAN', 'CANCELLED', 'TOO_LARGE', 'INVALID_CONFIG', 'NETWORK_OFF'].includes(code);
}
