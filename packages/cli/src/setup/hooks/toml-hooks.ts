/** Our items in a list of tables of TOML: blocks at the end of the file, as they were written, and no others. */
import { stringify } from 'smol-toml';
import { eolOf, UnusableText, type Json, type JsonObject } from '../edit/config-text.ts';
import { same } from '../edit/prove.ts';
import { tomlText } from '../edit/toml-text.ts';
import { isOurHook, unproven, type HookText } from './own-hook.ts';

const LIST = 'hooks';
const HEADER = `[[${LIST}]]`;
/** What we write: three fields, the command last but one, with the blank line before it. */
const BLOCK =
  /(?:(?<=\n)\r?\n)?\[\[hooks\]\]\r?\nevent = "\w+"\r?\ncommand = "[^\n]*hook\.mjs\\?"*"\r?\ntimeout = \d+(?:\r?\n|$)/g;

export const tomlHooks: HookText = {
  with(text, items) {
    if (text.trim() !== '' && same(tomlHooks.own(text), items)) return text;
    const eol = eolOf(text);
    const bare = tomlHooks.without(text);
    const gap = bare.trim() === '' ? '' : bare.endsWith('\n') ? eol : eol + eol;
    const after = bare + gap + items.map(({ item }) => block(item).replaceAll('\n', eol)).join(eol);
    mustTake(after);
    if (!same(others(after), others(text)) || !same(tomlHooks.own(after), items)) throw unproven();
    return after;
  },
  without(text) {
    if (tomlHooks.own(text).length === 0) return text;
    const after = text.replaceAll(BLOCK, '');
    if (!same(others(after), others(text)) || tomlHooks.own(after).length > 0) throw unproven();
    return after;
  },
  own: (text) =>
    list(text)
      .filter(isOurHook)
      .map((item) => ({ path: [LIST], item })),
};

const block = (item: Json): string => `${HEADER}\n${stringify(item as JsonObject).trimEnd()}\n`;

function list(text: string): readonly Json[] {
  const found = tomlText.parse(text)[LIST];
  if (found !== undefined && !Array.isArray(found)) throw new UnusableText(`${LIST} holds no list.`);
  return (found ?? []) as readonly Json[];
}

/** All that is not ours; an empty list is none. */
function others(text: string): JsonObject {
  const { [LIST]: _own, ...rest } = tomlText.parse(text);
  const kept = list(text).filter((item) => !isOurHook(item));
  return kept.length === 0 ? rest : { ...rest, [LIST]: kept };
}

/** A list that was written in one line cannot be added to. */
function mustTake(text: string): void {
  try {
    tomlText.parse(text);
  } catch {
    throw new UnusableText('the hooks stand in an inline list, which nothing can be added to from outside.');
  }
}
