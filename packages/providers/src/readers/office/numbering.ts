/** How a Word document counts: which lists have bullets, and what number an item has. */
import { elementsOf, type XmlElement } from '../xml/xml-tree.ts';

export class Numbering {
  /** By list and level: whether it has numbers. */
  readonly #numbered = new Set<string>();
  readonly #counts = new Map<string, number>();

  constructor(root: XmlElement | null) {
    const abstract = new Map(
      elementsOf(root, 'abstractNum').map((element) => [element.attributes.get('abstractNumId'), element]),
    );
    for (const num of elementsOf(root, 'num')) {
      const named = num.children.find(({ name }) => name === 'abstractNumId')?.attributes.get('val');
      this.#learn(num.attributes.get('numId') ?? '', abstract.get(named));
    }
  }

  /** What stands before the next item of that list at that level. */
  bullet(list: string, level: number): string {
    for (let below = level + 1; below < 9; below++) this.#counts.delete(`${list} ${below}`);
    if (!this.#numbered.has(`${list} ${level}`)) return '-';
    const count = (this.#counts.get(`${list} ${level}`) ?? 0) + 1;
    this.#counts.set(`${list} ${level}`, count);
    return `${count}.`;
  }

  #learn(list: string, abstract: XmlElement | undefined): void {
    for (const level of elementsOf(abstract ?? null, 'lvl')) {
      const format = level.children.find(({ name }) => name === 'numFmt')?.attributes.get('val');
      if (format && format !== 'bullet' && format !== 'none')
        this.#numbered.add(`${list} ${level.attributes.get('ilvl')}`);
    }
  }
}
