import { type AppError, toAppError } from '../../../shared/errors'

/** The failure of an act; null if the operator declined in main's confirmation, which needs no message. */
export function unlessDeclined(thrown: unknown): AppError | null {
  const error = toAppError(thrown)
  return error.code === 'cancelled' ? null : error
}
