/** The forms that the suite looks at word for word. */
import type { JsonSchemaObject } from '@zapomni/server';

export const RESPONSE: JsonSchemaObject = {
  type: 'object',
  properties: { response: { type: 'string', description: "User's response" } },
  required: ['response'],
};

/** A default for each kind of field. */
export const DEFAULTS: JsonSchemaObject = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'User name', default: 'John Doe' },
    age: { type: 'integer', description: 'User age', default: 30 },
    score: { type: 'number', description: 'User score', default: 95.5 },
    status: {
      type: 'string',
      description: 'User status',
      enum: ['active', 'inactive', 'pending'],
      default: 'active',
    },
    verified: { type: 'boolean', description: 'Verification status', default: true },
  },
  required: [],
};

const titled = (...titles: string[]) => titles.map((title, index) => ({ const: `value${index + 1}`, title }));

/** Every way to offer a choice. */
export const CHOICES: JsonSchemaObject = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', description: 'Select one option', enum: ['option1', 'option2', 'option3'] },
    titledSingle: {
      type: 'string',
      description: 'Select one option with titles',
      oneOf: titled('First Option', 'Second Option', 'Third Option'),
    },
    legacyEnum: {
      type: 'string',
      description: 'Select one option (legacy)',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: {
      type: 'array',
      description: 'Select multiple options',
      minItems: 1,
      maxItems: 3,
      items: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    },
    titledMulti: {
      type: 'array',
      description: 'Select multiple options with titles',
      minItems: 1,
      maxItems: 3,
      items: { anyOf: titled('First Choice', 'Second Choice', 'Third Choice') },
    },
  },
  required: [],
};
