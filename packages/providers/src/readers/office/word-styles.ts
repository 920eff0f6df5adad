/** Which styles of a Word document are headings. */
import { wholeNumber } from './whole-number.ts';
import { elementsOf, type XmlElement } from '../xml/xml-tree.ts';

interface Style {
  readonly name: string;
  readonly basedOn: string | undefined;
  /** From 0. */
  readonly outlineLevel: number | undefined;
}

const MOST_STEPS = 20;

export class WordStyles {
  readonly #styles: ReadonlyMap<string, Style>;

  constructor(root: XmlElement | null) {
    this.#styles = new Map(
      elementsOf(root, 'style').map((element) => [element.attributes.get('styleId') ?? '', toStyle(element)]),
    );
  }

  /** Of a heading, from 1. */
  levelOf(id: string): number | undefined {
    let style = this.#styles.get(id) ?? { name: id, basedOn: undefined, outlineLevel: undefined };
    for (let step = 0; step < MOST_STEPS; step++) {
      const named = /^heading ?([1-9])$/iu.exec(style.name)?.[1];
      if (named) return Number(named);
      if (style.outlineLevel !== undefined) return style.outlineLevel + 1;
      const next = style.basedOn === undefined ? undefined : this.#styles.get(style.basedOn);
      if (!next) return undefined;
      style = next;
    }
    return undefined;
  }

  isTitle(id: string): boolean {
    return /^title$/iu.test(this.#styles.get(id)?.name ?? id);
  }
}

function toStyle(element: XmlElement): Style {
  const value = (name: string) => elementsOf(element, name)[0]?.attributes.get('val');
  return {
    name: value('name') ?? '',
    basedOn: value('basedOn'),
    outlineLevel: wholeNumber(value('outlineLvl'), [0, 8]),
  };
}
