import { type AppError, toAppError } from '../../../shared/errors'

/** Why an act failed; null where the operator took it back in main's confirmation: that needs no words. */
export function unlessDeclined(thrown: unknown): AppError | null {
  const error = toAppError(thrown)
  return error.code === 'cancelled' ? null : error
}
