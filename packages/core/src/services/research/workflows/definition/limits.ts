/** How large a workflow may be, and how much one visit may take. */
export const MOST_STEPS = 100;
export const MOST_FIELDS = 30;
export const MOST_PARAMS = 20;
export const MOST_HOSTS = 20;
/** Others that are tried where the first target matches nothing. */
export const MOST_TARGETS = 5;
export const LONGEST_DEFINITION = 200_000;
/** Of one `wait` for a time alone. */
export const LONGEST_PAUSE_MS = 5000;
export const LONGEST_STEP_MS = 60_000;
export const USUAL_STEP_MS = 15_000;
export const MOST_PAGES = 50;
export const MOST_ITEMS = 500;

export const USUAL_LIMITS = { seconds: 120, pages: 20, megabytes: 50 } as const;
