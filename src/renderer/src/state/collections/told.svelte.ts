import { toAppError, type AppError } from '../../../../shared/errors'

/** Acts whose failure is told where they were asked for, until the next one. */
export class Told {
  #failure = $state.raw<AppError | null>(null)

  get failure(): AppError | null {
    return this.#failure
  }

  forget(): void {
    this.#failure = null
  }

  /** @returns null where it failed */
  async of<T>(answer: Promise<T>): Promise<T | null> {
    try {
      const value = await answer
      this.#failure = null
      return value
    } catch (thrown) {
      this.#failure = toAppError(thrown)
      return null
    }
  }
}
