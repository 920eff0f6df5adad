/** What a value has to fulfil besides its own shape: `allOf`, `if`, `not` and their like. */
import type { z } from 'zod';
import { plainMessage } from '../protocol/input-issues.ts';

/** Adds what is wrong with the value to `issues`. */
export type Assertion = (value: unknown, report: (issue: z.core.$ZodRawIssue) => void) => void;

export function withAssertions(base: z.ZodType, assertions: readonly Assertion[]): z.ZodType {
  if (assertions.length === 0) return base;
  return base.check(({ value, issues }) => {
    for (const assertion of assertions) assertion(value, (issue) => issues.push(issue));
  });
}

/** The value must fit this schema too. */
export function fits(schema: z.ZodType): Assertion {
  return (value, report) => {
    const { error } = schema.safeParse(value, { error: plainMessage });
    for (const issue of error?.issues ?? []) report({ ...issue, input: value } as z.core.$ZodRawIssue);
  };
}

export function misfits(schema: z.ZodType): Assertion {
  return (value, report) => {
    if (schema.safeParse(value).success) {
      report({ code: 'custom', message: 'has a form that is not allowed', input: value, path: [] });
    }
  };
}

/** `if`, `then`, `else`. */
export function either(test: z.ZodType, then: Assertion | undefined, otherwise: Assertion | undefined): Assertion {
  return (value, report) => (test.safeParse(value).success ? then : otherwise)?.(value, report);
}

/** Names that must be there, whatever their value. */
export function has(names: readonly string[]): Assertion {
  return (value, report) => {
    for (const name of names) {
      if (!Object.hasOwn(value as object, name)) {
        report({ code: 'custom', message: 'is required', input: value, path: [name] });
      }
    }
  };
}
