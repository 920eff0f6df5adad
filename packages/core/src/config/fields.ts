/** The settings as a flat list, for everything that shows or reads them: flags, environment, help, docs, server.json. */
import { z } from 'zod';
import { configSchema, type Config, type ConfigName } from './schema.ts';
import { settingFacts, type ConfigSection } from './setting.ts';

export interface ConfigField {
  readonly name: ConfigName;
  /** `ZAPOMNI_DATA_DIR`. */
  readonly env: string;
  /** `data-dir`, without the dashes in front. */
  readonly flag: string;
  readonly aliases: readonly string[];
  readonly section: ConfigSection;
  readonly description: string;
  /** Undefined for what the machine decides, such as the data folder. */
  readonly default: unknown;
  readonly secret: boolean;
  /** What values it takes, in words: `whole number 1–100`. */
  readonly accepts: string;
}

export const configFields: readonly ConfigField[] = (Object.keys(configSchema.shape) as ConfigName[]).map(toField);

function toField(name: ConfigName): ConfigField {
  const schema: z.ZodType = configSchema.shape[name];
  const facts = settingFacts.get(schema);
  if (!facts || !schema.description) throw new Error(`setting ${name} lacks its facts`);
  const json = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  return {
    name,
    env: `ZAPOMNI_${name.toUpperCase()}`,
    flag: name.replaceAll('_', '-'),
    aliases: facts.aliases ?? [],
    section: facts.section,
    description: schema.description,
    default: json.default,
    secret: facts.secret ?? false,
    accepts: accepts(json),
  };
}

function accepts(json: z.core.JSONSchema.BaseSchema): string {
  if (json.enum) return json.enum.map((value) => `\`${String(value)}\``).join(', ');
  const range = json.minimum !== undefined && json.maximum !== undefined ? ` ${json.minimum}–${json.maximum}` : '';
  if (json.type === 'integer') return `whole number${range}`;
  if (json.type === 'number') return `number${range}`;
  if (json.type === 'boolean') return '`true`, `false`';
  if (json.format === 'uri') return 'URL';
  return 'text';
}

/** The settings as they may be logged and shown: secrets masked, and names and passwords in addresses. */
export function maskedConfig(config: Config): Record<string, unknown> {
  return Object.fromEntries(configFields.map((field) => [field.name, masked(field, config[field.name])]));
}

/** Whether there is one may be seen. */
function masked({ secret }: ConfigField, value: unknown): unknown {
  if (secret) return value === undefined || value === '' ? value : '***';
  return typeof value === 'string' ? withoutLogin(value) : value;
}

/** An address without the name and the password that may stand in it. */
export function withoutLogin(address: string): string {
  return address.replace(/^(\w+:\/\/)[^/?#]*@/, '$1***@');
}
