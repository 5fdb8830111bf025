import { AppError } from '../../shared/errors'

/**
 * Writes times with their zone: "15 Nov 2025, 12:07 CET".
 * @param zone an IANA name
 * @throws AppError invalid-input for an unknown time zone
 */
export function zoneWriter(zone: string): (ms: number) => string {
  try {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short'
    })
    return (ms) => (Math.abs(ms) <= 8.64e15 ? format.format(ms) : 'an unknown time')
  } catch {
    throw new AppError('invalid-input', 'This time zone is not known.', { fields: { zone: 'Not a time zone.' } })
  }
}
