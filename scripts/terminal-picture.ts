/**
 * `npm run pictures`: runs the real command in a fresh store, as a person at a terminal would see it, and draws what it
 * printed as SVGs for the README. Nothing in the pictures is written by hand but the commands.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
type Commands = readonly (readonly string[])[];

const MEMORIES: Commands = [
  ['add', 'Anna decided on PostgreSQL for billing, because of row locks', '--tag', 'decision'],
  ['add', 'The staging cluster is rebuilt every Monday at 6:00 UTC', '--tag', 'infra'],
  ['add', 'Boris prefers short pull requests with one idea each', '--kind', 'preference'],
  ['search', 'which database did we choose for invoices?', '--limit', '2'],
  ['stats'],
];
/** Of this repository itself. */
const CODE: Commands = [
  ['index', '.'],
  ['code', 'search', 'retry with backoff', '--limit', '1'],
  ['code', 'callers', 'backoffMs'],
  ['code', 'impact', 'favourVerbatim', '--depth', '2'],
];
const PAPERS: Commands = [
  ['papers', 'import', 'examples/papers/library.bib'],
  ['papers', 'search', 'compare question and passage word by word', '--limit', '1'],
  ['papers', 'related', 'khattab2020colbert', '--limit', '2'],
  ['papers', 'cite', 'khattab2020colbert', '--style', 'apa'],
  ['papers', 'check', 'examples/papers/references.txt'],
];
const COLOURS: Record<string, string> = {
  '31': '#ff7b72',
  '32': '#7ee787',
  '33': '#e3b341',
  '34': '#79c0ff',
  '35': '#d2a8ff',
  '36': '#76e3ea',
  '90': '#8b949e',
  '2': '#8b949e',
};
const COLUMNS = 100;
const LINE = 20;
const CHARACTER = 8.43;

interface Span {
  readonly text: string;
  readonly colour: string;
  readonly bold: boolean;
}

mkdirSync(path.join(root, 'docs/images'), { recursive: true });
for (const [name, commands] of Object.entries({ terminal: MEMORIES, code: CODE, papers: PAPERS }))
  writeFileSync(path.join(root, `docs/images/${name}.svg`), draw(play(commands).slice(0, -1)));

function play(commands: Commands): Span[][] {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'zapomni-'));
  const lines: Span[][] = [];
  for (const command of commands) {
    const shown = command.map((word) => (/[\s?]/.test(word) ? `"${word}"` : word)).join(' ');
    lines.push([
      { text: '$ ', colour: COLOURS['90'] ?? '', bold: false },
      { text: `zapomni ${shown}`, colour: '#f0f6fc', bold: true },
    ]);
    const said = run(command, dataDir).replaceAll(dataDir, '~/.local/share/zapomni').replaceAll(root, '~/src/zapomni');
    lines.push(...said.trimEnd().split('\n').map(toSpans).flatMap(folded), []);
  }
  rmSync(dataDir, { recursive: true, force: true });
  return lines;
}

function run(command: readonly string[], dataDir: string): string {
  // `script` gives the command a terminal of its own: colours and widths are what a person gets.
  const quoted = [process.execPath, path.join(root, 'packages/cli/bin/zapomni.ts'), ...command]
    .map((word) => `'${word}'`)
    .join(' ');
  const { stdout: typed } = spawnSync('script', ['-qec', `stty cols ${COLUMNS}; ${quoted}`, '/dev/null'], {
    encoding: 'utf8',
    cwd: root,
    env: { ...process.env, ZAPOMNI_DATA_DIR: dataDir, TERM: 'xterm-256color' },
  });
  // A bar is drawn over itself: what stands behind the last return is what stays on the screen.
  const rows = typed.split('\n').map((row) => row.replace(/\r$/, '').split('\r').at(-1) ?? '');
  // oxlint-disable-next-line no-control-regex -- what moves the cursor is not part of the picture
  return rows.join('\n').replaceAll(/\u001b\[(?:\d*[A-HJKST]|\?\d+[hl])/g, '');
}

function toSpans(line: string): Span[] {
  const spans: Span[] = [];
  let colour = '#c9d1d9';
  let bold = false;
  // oxlint-disable-next-line no-control-regex -- the escape that begins a colour
  for (const part of line.split(/(\u001b\[[\d;]*m)/)) {
    // oxlint-disable-next-line no-control-regex
    const codes = /^\u001b\[([\d;]*)m$/.exec(part)?.[1]?.split(';');
    if (!codes) {
      if (part) spans.push({ text: part, colour, bold });
      continue;
    }
    for (const code of codes) {
      if (code === '1') bold = true;
      else if (code === '22') [bold, colour] = [false, '#c9d1d9'];
      else if (code === '0' || code === '39') colour = '#c9d1d9';
      else colour = COLOURS[code] ?? colour;
    }
  }
  return spans;
}

/** A terminal goes on in the next row where a line is longer than it is wide. */
function folded(spans: readonly Span[]): Span[][] {
  const rows: Span[][] = [[]];
  let left = COLUMNS;
  for (const span of spans) {
    let rest = span.text;
    while (rest.length > left) {
      rows.at(-1)?.push({ ...span, text: rest.slice(0, left) });
      rest = rest.slice(left);
      rows.push([]);
      left = COLUMNS;
    }
    rows.at(-1)?.push({ ...span, text: rest });
    left -= rest.length;
  }
  return rows;
}

function draw(rows: readonly Span[][]): string {
  const columns = Math.max(...rows.map((row) => row.reduce((sum, span) => sum + span.text.length, 0)));
  const [width, height] = [Math.ceil(columns * CHARACTER) + 40, rows.length * LINE + 58];
  const text = rows.map(
    (row, i) => `<text x="20" y="${i * LINE + 56}" xml:space="preserve">${row.map(drawSpan).join('')}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="14">`,
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    ...['#ff5f56', '#ffbd2e', '#27c93f'].map(
      (fill, i) => `<circle cx="${20 + i * 18}" cy="18" r="5.5" fill="${fill}"/>`,
    ),
    ...text,
    '</svg>',
    '',
  ].join('\n');
}

function drawSpan({ text, colour, bold }: Span): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<tspan fill="${colour}"${bold ? ' font-weight="bold"' : ''}>${escaped}</tspan>`;
}
