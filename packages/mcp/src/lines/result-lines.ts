/** What came of a task, whatever kind of task it was: its numbers in a line, and its lists, of which failures matter most. */

const MOST_SHOWN = 20;
const MOST_TEXT = 300;

export function resultLines(result: unknown): string[] {
  if (!isRecord(result)) return [];
  const numbers = numbersOf(result);
  const lists = Object.entries(result).filter(([, value]) => Array.isArray(value) && value.length > 0);
  const inner = Object.entries(result).filter(([, value]) => isRecord(value));
  return [
    ...(numbers === '' ? [] : [numbers]),
    ...inner.map(([name, value]) => `${spoken(name)}: ${numbersOf(value as Readonly<Record<string, unknown>>)}`),
    ...lists.flatMap(([name, value]) => listLines(spoken(name), value as readonly unknown[])),
  ];
}

function numbersOf(record: Readonly<Record<string, unknown>>): string {
  const plain = Object.entries(record).filter(([, value]) => isPlain(value));
  return plain.map(([name, value]) => `${spoken(name)} ${said(value)}`).join(', ');
}

function listLines(name: string, values: readonly unknown[]): string[] {
  const left = values.length - MOST_SHOWN;
  return [
    `${name} (${values.length}):`,
    ...values.slice(0, MOST_SHOWN).map((value) => `- ${oneLine(value)}`),
    ...(left > 0 ? [`- and ${left} more`] : []),
  ];
}

function oneLine(value: unknown): string {
  if (!isRecord(value)) return said(value);
  return Object.values(value)
    .filter(isPlain)
    .map(said)
    .filter((text) => text !== '')
    .join(' · ');
}

function said(value: unknown): string {
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/\s+/g, ' ');
  return text.length <= MOST_TEXT ? text : `${text.slice(0, MOST_TEXT).toWellFormed()}…`;
}

function spoken(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
