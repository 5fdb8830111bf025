import { AppError } from '../../shared/errors'

export const notJson = 'The answer is not JSON, or broke off.'

/**
 * An item of a page, which is parsed when it is asked for: from one refresh to the next most items of a list are the
 * same text, and to parse and copy all of them again is most of what a refresh costs.
 */
export class PageItem {
  // Private to the runtime, too: whoever copies or writes an item gets no token out of it.
  readonly #text: string
  readonly #parsed: unknown

  /** @param text as the service wrote it @param parsed what it is, where that is known already */
  constructor(text: string, parsed?: unknown) {
    this.#text = text
    this.#parsed = parsed
  }

  get text(): string {
    return this.#text
  }

  /** @throws AppError bad-response where it is not JSON */
  get value(): unknown {
    if (this.#parsed !== undefined) return this.#parsed
    try {
      return JSON.parse(this.#text)
    } catch {
      throw new AppError('bad-response', notJson)
    }
  }
}
