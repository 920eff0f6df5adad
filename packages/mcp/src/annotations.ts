/** The four hints, named by what a tool does, so that none can be left out. Most tools do not reach beyond the machine. */
export const READS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;
export const ADDS = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
} as const;
/** Adds, perhaps from a page on the network. Doing it again changes nothing. */
export const GATHERS = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
} as const;
export const CHANGES = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;
/** Changes something, and asks a service that the user configured. */
export const CONFIGURES = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
} as const;
export const DESTROYS = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** Some clients show tools only when the model asks for them. A memory that has to be asked for is not asked. */
export const ALWAYS_SHOWN = { 'anthropic/alwaysLoad': true };
