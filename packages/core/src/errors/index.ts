export { ERROR_POLICIES, type ErrorCode, type ErrorPolicy } from './codes.ts';
export {
  ZapomniError,
  toZapomniError,
  aboutField,
  invalidField,
  messageAlone,
  underNames,
  withWords,
  type Candidate,
  type FieldIssue,
  type FieldNames,
  type ErrorDetails,
} from './zapomni-error.ts';
