/** Processors by style, language and format: to make one costs more than to use it, and a writer stays with one style. */
import type { CitationFormat, StyledCitations } from '@zapomni/core/ports';
import { openShelf, type Shelf } from '../shelf/shelf.ts';
import type { XmlNode } from '../shelf/xml-node.ts';
import { loadCiteproc, type Citeproc, type CiteprocEngine } from './citeproc.ts';
import { KeptEngine, type Wanted } from './kept-engine.ts';
import { localeFor, localeNamed } from './locales.ts';
import { toMarkdown } from './markdown.ts';
import { notAStyle, openStyle } from './open-style.ts';

const MOST_KEPT = 4;

export interface EngineRequest extends Wanted {
  readonly style: string;
  readonly locale: string | undefined;
  readonly format: CitationFormat;
}

export class Engines {
  readonly #citeproc: Citeproc;
  readonly #shelf: Shelf;
  /** The one used last is the last. */
  readonly #kept = new Map<string, KeptEngine>();

  constructor(citeproc: Citeproc, shelf: Shelf) {
    this.#citeproc = citeproc;
    this.#shelf = shelf;
  }

  localeNames(): string[] {
    return this.#shelf.localeNames();
  }

  format(request: EngineRequest): StyledCitations {
    const { style, locale, format } = request;
    const key = JSON.stringify([style, locale, format]);
    const engine = this.#kept.get(key) ?? this.#open(request);
    this.#kept.delete(key);
    // One that fails half way is in no known state, and is not kept.
    const styled = engine.format(request);
    this.#kept.set(key, engine);
    for (const oldest of [...this.#kept.keys()].slice(0, -MOST_KEPT)) this.#kept.delete(oldest);
    return styled;
  }

  #open({ style, locale, format }: EngineRequest): KeptEngine {
    const { tree, lang } = openStyle(this.#citeproc, this.#shelf, style);
    const wanted = locale === undefined ? lang : localeNamed(this.#shelf, locale);
    const text = JSON.stringify(tree);
    return new KeptEngine({
      format,
      shows: {
        numbers: text.includes('citation-number'),
        predecessors: text.includes('subsequent-author-substitute'),
      },
      open: (retrieveItem) => this.#engine(tree, retrieveItem, wanted),
    });
  }

  #engine(
    tree: XmlNode,
    retrieveItem: ConstructorParameters<Citeproc['Engine']>[0]['retrieveItem'],
    lang: string | undefined,
  ): CiteprocEngine {
    const system = { retrieveItem, retrieveLocale: (said: string) => localeFor(this.#shelf, said) };
    try {
      return new this.#citeproc.Engine(system, tree, lang, lang !== undefined);
    } catch (error) {
      throw notAStyle('it cannot be made sense of', error);
    }
  }
}

export async function openEngines(): Promise<Engines> {
  const [citeproc, shelf] = await Promise.all([loadCiteproc(), openShelf()]);
  const { Formats } = citeproc.Output;
  Formats['markdown'] = toMarkdown(Formats['text'] as NonNullable<(typeof Formats)['text']>);
  return new Engines(citeproc, shelf);
}
