/** Where the API of an OpenAI-compatible server begins: at the given path, or at `/v1` where none is given. */
export function openaiBase(url: string): string {
  return new URL(url).pathname === '/' ? `${url.replace(/\/+$/, '')}/v1` : url;
}
