/** `detectCharset` for callers outside of the thread that reads documents; what it counts letters with is loaded on first use. */
export async function findCharset(bytes: Uint8Array, declared?: string): Promise<string> {
  const { detectCharset } = await import('./detect-charset.ts');
  return detectCharset(bytes, declared);
}
