/**
 * The requirements manifest: every id that a test may cite with `verifies('R001', …)`, with what it means in one line.
 * `npm run requirements` tells which ids are cited and fails on one that is not listed here. R: what the specification
 * asks for. P: what the earlier version had or promised. D: faults of that version, each to be shown absent.
 */
import { baseServer } from './requirements/base-server.ts';
import { dispatcher } from './requirements/dispatcher.ts';
import { faults } from './requirements/faults.ts';
import { lifecycle } from './requirements/lifecycle.ts';
import { parity } from './requirements/parity.ts';
import { researchServer } from './requirements/research-server.ts';
import { secondPass } from './requirements/second-pass.ts';
import type { Section } from './requirements/section.ts';
import { tools } from './requirements/tools.ts';

export type { Requirement, Section } from './requirements/section.ts';

/** In the order of the ids. */
export const SECTIONS: readonly Section[] = [
  lifecycle,
  dispatcher,
  tools,
  baseServer,
  researchServer,
  secondPass,
  parity,
  faults,
];
