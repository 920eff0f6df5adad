/** Words that may begin anywhere in a line, with one space between them and each line of the source marked. */
import type { TextBuilder } from '../text-builder.ts';
import { joined, plainLatex } from './inline.ts';
import { COMMENT_LINE } from './source.ts';

export class RunningWords {
  readonly #builder: TextBuilder;
  #line: number;
  #begun = false;
  /** A space is due before the next word. */
  #space = false;

  constructor(builder: TextBuilder, line: number) {
    this.#builder = builder;
    this.#line = line;
  }

  write(source: string): void {
    plainLatex(source.replaceAll(COMMENT_LINE, '\n'))
      .split('\n')
      .forEach((line, n) => {
        if (n > 0) this.#line += 1;
        if (n > 0 || /^\s/u.test(line)) this.#space = true;
        const words = joined(line);
        if (words === '') return;
        this.#gap();
        this.#builder.atLine(this.#line).add(words);
        this.#space = /\s$/u.test(line);
      });
  }

  link(target: string, shown: string): void {
    this.#gap();
    this.#builder.link(target, () => this.#builder.add(joined(plainLatex(shown))));
  }

  #gap(): void {
    if (this.#space && this.#begun) this.#builder.add(' ');
    this.#begun = true;
    this.#space = false;
  }
}
