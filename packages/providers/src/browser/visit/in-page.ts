/**
 * Questions to a page, asked from a world of their own inside it: the same document, but none of what its scripts have made of the language and of the
 * elements. What comes back is plain data of a size that the question sets.
 */
import type { CDPSession, Page } from 'playwright-core';

/** A question that the page could not answer: a selector that is none, say. */
export class PageQuestionError extends Error {
  override readonly name = 'PageQuestionError';
}

const WORLD = 'zapomni';
const TRIES = 3;

export class InPage {
  readonly #page: Page;
  #session: Promise<CDPSession> | undefined;
  #world: Promise<number> | undefined;

  constructor(page: Page) {
    this.#page = page;
  }

  /** `question`: the text of a function; it takes the arguments and gives what JSON can hold. */
  async ask<T>(question: string, ...values: readonly unknown[]): Promise<T> {
    for (let tried = 1; ; tried++) {
      try {
        return await this.#askOnce<T>(question, values);
      } catch (error) {
        // The page has become another one in between.
        this.#world = undefined;
        if (error instanceof PageQuestionError || tried === TRIES) throw error;
      }
    }
  }

  async #askOnce<T>(question: string, values: readonly unknown[]): Promise<T> {
    const session = await (this.#session ??= this.#page.context().newCDPSession(this.#page));
    const executionContextId = await (this.#world ??= openWorld(session));
    const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
      functionDeclaration: question,
      executionContextId,
      arguments: values.map((value) => ({ value })),
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails) throw new PageQuestionError('the question failed');
    return result.value as T;
  }
}

async function openWorld(session: CDPSession): Promise<number> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: WORLD,
  });
  return executionContextId;
}
