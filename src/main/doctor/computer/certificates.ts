import tls from 'node:tls'
import type { Outcome } from '../../../shared/doctor/finding'
import type { ChosenCertificate } from '../../../shared/settings/certificate'
import { dayOf } from '../../settings/pem'
import { ok, warning } from '../examination'

/** The Doctor reports certificates that expire within this time, ms. */
export const soonMs = 14 * 86_400_000

export function lookAtCertificates(chosen: readonly ChosenCertificate[], now: number): Outcome {
  const system = tls.getCACertificates?.('system').length ?? 0
  const facts: Outcome['facts'] = [
    ['Of this computer', String(system)],
    ['Of the app', String(tls.rootCertificates.length)],
    ...chosen.map(({ subject, validTo, file }): [string, string] => [
      'Chosen',
      `${subject}, valid until ${dayOf(validTo)} (${file})`
    ])
  ]
  const ending = chosen.filter(({ validTo }) => validTo < now + soonMs)
  const [first] = ending
  if (first) {
    const ends = `${first.validTo < now ? 'expired' : 'expires'} on ${dayOf(first.validTo)}`
    const next = first.managed
      ? 'Ask your administrator for the one that takes its place.'
      : 'Ask for the one that takes its place, and choose it in Settings.'
    const who = first.managed ? 'which your organization chose' : 'which was chosen in Settings'
    return warning(`“${first.subject}”, ${who}, ${ends}.`, next, facts)
  }
  const count = chosen.length === 1 ? 'one that was chosen' : `${chosen.length} that were chosen`
  return ok(
    chosen.length === 0 ? 'Those of this computer are trusted.' : `Those of this computer are trusted, and ${count}.`,
    facts
  )
}
