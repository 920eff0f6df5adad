import type { Step } from './steps.ts';

/** Where values may be put in. Selectors are what they are. */
export function textsOf(step: Step): [field: string, text: string][] {
  if (step.do === 'goto') return [['url', step.url]];
  if (step.do === 'fill') return typeof step.value === 'string' ? [['value', step.value]] : [];
  if (step.do === 'select') return [['value', step.value]];
  if (step.do === 'wait') return 'url' in step.for ? [['for.url', step.for.url]] : [];
  if (step.do === 'extract') return typeof step.max === 'string' ? [['max', step.max]] : [];
  return step.do === 'assert' && step.url !== undefined ? [['url', step.url]] : [];
}
