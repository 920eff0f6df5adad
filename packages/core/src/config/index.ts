export { configSchema, listed, settingFacts, type Config, type ConfigName, type ConfigSection } from './schema.ts';
export { configFields, maskedConfig, type ConfigField } from './fields.ts';
export { parseConfig } from './parse.ts';
