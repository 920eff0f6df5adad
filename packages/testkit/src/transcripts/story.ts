/**
 * One story, told to every program in turn and written down in the way of each, with all that must not be taken for it: what
 * tools put out, what was put between the user's words, what was taken back, what helpers said.
 */
export interface Story {
  /** Where it was held. */
  readonly folder: string;
  readonly session: string;
}

export const QUESTION = 'How do we deploy the shop?';
export const LOOKING = 'Let me look at the deploy folder.';
export const TOOL_OUTPUT = 'TOOL-OUTPUT kamal.yml: servers: [10.0.0.1]';
export const ANSWER = 'With Kamal, from the main branch.';
export const TAKEN_BACK = 'Indent with tabs from now on.';
export const TAKEN_BACK_ANSWER = 'Tabs it is.';
export const INSTEAD = 'Indent with two spaces from now on.';
export const INSTEAD_ANSWER = 'Two spaces it is.';
export const SUMMARY = 'The shop is deployed with Kamal; indent is two spaces.';
export const LAST = 'The staging port is 8080, remember that.';
export const LAST_ANSWER = 'Noted: staging listens on 8080.';
export const HELPER = 'HELPER explore the repository';
export const HELPER_ANSWER = 'HELPER found three packages';
export const THINKING = 'THINKING about it';
/** What programs, hooks and we put in. */
export const INJECTED = 'INJECTED be brief';
export const OURS = `<zapomni-memory>\n- INJECTED an older note\n</zapomni-memory>`;

/** None of these may come out. */
export const NEVER = [LOOKING, 'TOOL-OUTPUT', TAKEN_BACK, TAKEN_BACK_ANSWER, 'HELPER', 'THINKING', 'INJECTED'];

/** Minutes after it began. */
export const at = (minutes: number): string => new Date(Date.UTC(2026, 8, 14, 10, minutes)).toISOString();
export const when = (minutes: number): number => Date.parse(at(minutes));

export interface RecordedProgram {
  readonly client: string;
  /** Below a home folder; gives the file, absolute. */
  write(home: string, story: Story): string;
  /** What its files say of it. */
  readonly says: { readonly times: boolean; readonly folder: boolean; readonly summary: boolean };
  /** Whether it is found where it lies. */
  readonly isFound: boolean;
  /** Something broken in the middle of it, and where that is told to be. */
  readonly broken: { readonly why: string } | null;
  /** Adds half of a line, then the rest of it: a session that goes on. */
  readonly grow?: (file: string, story: Story) => { readonly half: string; readonly rest: string };
}
