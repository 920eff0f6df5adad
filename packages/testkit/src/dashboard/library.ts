/** Something of everything that the dashboard has a screen for: files to be read, a repository, a bibliography, and the commands that take them in. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import path from 'node:path';

const REPORT = `# Harbours of the north coast

A survey of what ships need, and of what the harbours have.

## Opening hours

${'The harbour of Quellmund opens at six in the morning and closes when the last ferry has come in. '.repeat(12)}

## Depth

The basin of Quellmund is nine metres deep at low tide. ${'Ships of more draught wait outside for the flood. '.repeat(20)}

## Fees

A night in the inner basin costs forty crowns, and the pilot is paid extra. ${'Small boats pay half of it. '.repeat(30)}

## Storms

When the wind is above nine the gate stays shut, and nobody leaves. ${'Then the crews meet in the house of the pilots. '.repeat(25)}
`;

const CODE = {
  'harbour/berths.py': `"""Berths of a harbour."""


class Berth:
    """A place for one ship."""

    def __init__(self, depth):
        self.depth = depth

    def fits(self, ship):
        return ship.draught < self.depth


class DeepBerth(Berth):
    def fits(self, ship):
        return True


def fee(nights, length):
    """What a ship pays."""
    return nights * rate(length)


def rate(length):
    return 40 if length > 12 else 20
`,
  'harbour/desk.py': `from harbour.berths import DeepBerth, fee


def welcome(ship, nights):
    berth = DeepBerth(9)
    if not berth.fits(ship):
        raise ValueError('too deep')
    return fee(nights, ship.length)
`,
};

const BIBLIOGRAPHY = `@article{mueller2019quiet,
  title = {Quiet rotors for small wind turbines},
  author = {Müller, Jana and Okafor, Chidi},
  journal = {Journal of Wind Engineering},
  year = {2019},
  doi = {10.1000/rotors},
  abstract = {Serrated blades lower the noise of small turbines by four decibels.}
}
@article{owl2024wings,
  title = {Owl wings and turbine noise},
  author = {Sato, Ren},
  journal = {Bioinspiration Letters},
  year = {2024},
  abstract = {Combs on the wings of owls inspire quiet turbine blades.}
}
@article{okafor2021moss,
  title = {Moss as a bioindicator of heavy metals},
  author = {Okafor, Ada},
  journal = {Environmental Letters},
  year = {2021},
  abstract = {Moss cushions store cadmium and lead from the air.}
}
`;

/** Pairs for the screen of what is to be settled. */
const MEMORIES = [
  'The quarterly planning meeting with the whole platform team moved to the large room on the third floor',
  'The quarterly planning meeting with the whole platform team moved to the large room on the third floor today',
  'The build of the platform on the large machine took 47 minutes and passed every single test',
  'The build of the platform on the large machine took 31 minutes and passed every single test',
  // Put together, so that nobody takes this file for a leak.
  `Deploying the harbour desk needs ghp_${'a1B2'.repeat(9)} in the pipeline.`,
];

/** Name and title of the document, for who looks for them. */
export const DOCUMENT = { name: 'harbours.md', title: 'Harbours of the north coast' } as const;
export const QUERY = 'quiet rotors';

/** Writes the files into the folder. Each of the commands is to be run by the program, in order. */
export function libraryCommands(folder: string): readonly (readonly string[])[] {
  const report = path.join(folder, DOCUMENT.name);
  const bibliography = path.join(folder, 'references.bib');
  const code = path.join(folder, 'harbour-desk');
  mkdirSync(path.join(code, 'harbour'), { recursive: true });
  writeFileSync(report, REPORT);
  writeFileSync(bibliography, BIBLIOGRAPHY);
  for (const [name, text] of Object.entries(CODE)) writeFileSync(path.join(code, name), text);
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', code, '-c', 'user.name=Ann Author', '-c', 'user.email=ann@example.org', ...args], {
      stdio: 'ignore',
      // Nobody's own settings: one may want every commit signed.
      env: { ...process.env, GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1' },
    });
  git('init');
  git('add', '.');
  git('commit', '-m', 'Berths and fees');
  return [
    ...MEMORIES.map((text) => ['add', text]),
    ['read', report],
    ['index', code],
    ['papers', 'import', bibliography],
    [
      'research',
      'query',
      'add',
      QUERY,
      '--question',
      'How can wind turbines be made quiet?',
      '--keyword',
      'turbine noise',
    ],
    // Only when somebody asks: the network stays alone.
    ['research', 'source', 'add', 'rotors on arXiv', '--kind', 'arxiv', '--keyword', 'turbine noise', '--every', '0'],
  ];
}
