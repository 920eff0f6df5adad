export { DOMAINS } from './domains.ts';
export { createZapomniServer, loadTools, type ZapomniServerOptions } from './create-server.ts';
export { describeError } from './describe-error.ts';
export { CAPABILITIES, INSTRUCTIONS, SERVER_INFO } from './identity.ts';
export { prompts } from './prompts/index.ts';
export { FILE_TEMPLATE } from './resources/file-provider.ts';
export { storedProviders } from './resources/index.ts';
export type { ResourceProvider } from './resources/resource-provider.ts';
export type { ZapomniTool } from './define-tool.ts';
