import { type AppError, toAppError } from '../../../shared/errors'

/** State whose calls can fail; the failure shows next to its subject until the next try succeeds. */
export class Fallible {
  #failure = $state.raw<AppError | null>(null)

  get failure(): AppError | null {
    return this.#failure
  }

  forgetFailure(): void {
    this.#failure = null
  }

  /** @returns null where it failed; a cancelled act is not a failure */
  protected async attempt<T>(act: () => Promise<T>): Promise<T | null> {
    try {
      const value = await act()
      this.#failure = null
      return value
    } catch (thrown) {
      const error = toAppError(thrown)
      this.#failure = error.code === 'cancelled' ? null : error
      return null
    }
  }
}
