import { AppError } from '../../shared/errors'

export const notJson = 'The answer is not JSON, or broke off.'

/**
 * A page's item, parsed on demand: most items do not change between refreshes, and parsing and copying them is most of
 * a refresh's cost.
 */
export class PageItem {
  // Private at run time too: copying or writing an item reveals no token.
  readonly #text: string
  readonly #parsed: unknown

  /**
   * @param text as the service wrote it
   * @param parsed the value, if known
   */
  constructor(text: string, parsed?: unknown) {
    this.#text = text
    this.#parsed = parsed
  }

  get text(): string {
    return this.#text
  }

  /** @throws AppError bad-response for invalid JSON */
  get value(): unknown {
    if (this.#parsed !== undefined) return this.#parsed
    try {
      return JSON.parse(this.#text)
    } catch {
      throw new AppError('bad-response', notJson)
    }
  }
}
