export { createZapomniServer, selectTools, type ZapomniServerOptions } from './create-server.ts';
export { describeError } from './describe-error.ts';
export { INSTRUCTIONS, SERVER_INFO } from './identity.ts';
export { toolGroups } from './tools/index.ts';
export type { ZapomniTool } from './define-tool.ts';
