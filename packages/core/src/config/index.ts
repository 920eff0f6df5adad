export { configSchema, type Config, type ConfigName } from './schema.ts';
export { listed, settingFacts, type ConfigSection } from './setting.ts';
export { configFields, maskedConfig, withoutLogin, type ConfigField } from './fields.ts';
export { allowedSources, sourceHosts } from './paper-settings.ts';
export { searchHosts } from './web-search-settings.ts';
export { parseConfig } from './parse.ts';
