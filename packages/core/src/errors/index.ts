export { ERROR_POLICIES, type ErrorCode, type ErrorPolicy } from './codes.ts';
export {
  ZapomniError,
  toZapomniError,
  invalidField,
  underField,
  type FieldIssue,
  type ErrorDetails,
} from './zapomni-error.ts';
