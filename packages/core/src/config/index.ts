export { configSchema, listed, type Config, type ConfigName } from './schema.ts';
export { settingFacts, type ConfigSection } from './setting.ts';
export { configFields, maskedConfig, withoutLogin, type ConfigField } from './fields.ts';
export { parseConfig } from './parse.ts';
