/** Programs that run the hooks of `zapomni setup`, and how each is led to a stand-in for its model without an account. */
export interface Program {
  /** As `zapomni setup --client` names it. */
  readonly client: string;
  /** As the log of hooks names it. */
  readonly logged: string;
  readonly command: string;
  /** What makes it be found, and its settings for the stand-in at the address. */
  readonly file: string;
  settings(url: string): object;
  readonly args: readonly string[];
  env(url: string): Readonly<Record<string, string>>;
}

const none = () => ({});

export const PROGRAMS: readonly Program[] = [
  {
    client: 'gemini',
    logged: 'gemini',
    command: 'gemini',
    file: '.gemini/settings.json',
    settings: () => ({ security: { auth: { selectedType: 'gemini-api-key' } } }),
    args: ['-p'],
    env: (url) => ({ GEMINI_API_KEY: 'x', GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
  },
  {
    client: 'qwen',
    logged: 'qwen',
    command: 'qwen',
    file: '.qwen/settings.json',
    settings: none,
    args: ['-p'],
    env: (url) => ({ OPENAI_API_KEY: 'x', OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'stand-in' }),
  },
  {
    client: 'opencode',
    logged: 'opencode',
    command: 'opencode',
    file: '.config/opencode/opencode.json',
    settings: (url) => ({
      model: 'mock/m',
      small_model: 'mock/m',
      provider: {
        mock: {
          npm: '@ai-sdk/openai-compatible',
          name: 'mock',
          options: { baseURL: `${url}/v1`, apiKey: 'x' },
          models: { m: { name: 'm' } },
        },
      },
    }),
    args: ['run'],
    env: none,
  },
  {
    client: 'droid',
    logged: 'droid',
    command: 'droid',
    file: '.factory/settings.json',
    settings: (url) => ({
      customModels: [
        {
          model: 'stand-in',
          displayName: 'm',
          baseUrl: `${url}/v1`,
          apiKey: 'x',
          provider: 'generic-chat-completion-api',
          maxOutputTokens: 1000,
        },
      ],
    }),
    args: ['exec', '-m', 'custom:m-0'],
    env: none,
  },
  {
    client: 'copilot-cli',
    logged: 'copilot',
    command: 'copilot',
    file: '.copilot/config.json',
    settings: none,
    args: ['--allow-all-tools', '-p'],
    env: (url) => ({
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_API_KEY: 'x',
      COPILOT_MODEL: 'gpt-5',
      COPILOT_OFFLINE: 'true',
    }),
  },
];
