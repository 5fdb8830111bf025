import { AppError } from '../../shared/errors'
import type { TransportFailure } from '../http/transport'

/** Certificates and cancelling have their own words. */
export function failureOf({ code, message }: TransportFailure): AppError {
  const own = code === 'cancelled' || code === 'untrusted-certificate'
  return own ? new AppError(code, message) : new AppError('update-failed', `At the update folder: ${message}`)
}

/** A status other than 200. @param file its name in the folder */
export function refusalOf(status: number, file: string): AppError {
  if (status === 404) return new AppError('update-failed', `The update folder has no ${file} (404).`)
  if (status >= 300 && status < 400) {
    return new AppError(
      'update-failed',
      `The update folder points to another address (${status}), which is not followed.`
    )
  }
  if (status === 401 || status === 403) {
    const why = 'It asks for a sign-in, which updates never send.'
    return new AppError('update-failed', `The update folder refused to give ${file} (${status}). ${why}`)
  }
  return new AppError('update-failed', `The update folder answered ${status} when asked for ${file}.`)
}
