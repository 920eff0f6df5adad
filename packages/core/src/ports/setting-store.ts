/**
 * A few words that all processes of a store agree on, such as which model to embed with. Contract: durable when `set`
 * resolves, and seen by the next `get` from any process. Names and values are short and hold no secret.
 */
export interface SettingStore {
  get(name: string): Promise<string | null>;
  /** Null takes it away. */
  set(name: string, value: string | null): Promise<void>;
}
