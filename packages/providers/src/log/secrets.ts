/** What must not be read in a log: values under telling names, and credentials inside texts. */
export const MASK = '***';

const SECRET_ANYWHERE = /password|passwd|passphrase|secret|authorization|credential/;
/** Only at the end: `token` is a secret, `token_count` and `max_tokens` are not. */
const SECRET_AT_END = /(?:^|_)(?:token|cookies?|jwt|bearer|pwd|(?:api|access|private|signing|encryption)_?keys?)$/;
const SCHEME_CREDENTIALS = /\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi;
const URL_CREDENTIALS = /(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/@]{1,512}@/gi;

/** `apiKey`, `API-Key` and `x_api_key` are the same name. */
export function isSecretName(name: string): boolean {
  const snake = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();
  return SECRET_ANYWHERE.test(snake) || SECRET_AT_END.test(snake);
}

/** Masks `Bearer …`, `Basic …` and the user part of URLs. */
export function maskCredentials(text: string): string {
  return text.replace(SCHEME_CREDENTIALS, `$1 ${MASK}`).replace(URL_CREDENTIALS, `$1${MASK}@`);
}
