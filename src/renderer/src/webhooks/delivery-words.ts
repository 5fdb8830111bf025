import type { Delivery } from '../../../shared/webhooks/webhook'
import { webhookWords } from './words'

/** Known events; others appear verbatim. */
export const knownActions = [
  'connector_sync_started',
  'connector_synced',
  'connector_sync_error',
  'employee_data_changed'
] as const

export function answerOf({ responseCode, odd }: Pick<Delivery, 'responseCode' | 'odd'>): string {
  const words = webhookWords.response
  if (responseCode === null) return odd.includes('response_code') ? words.unreadable : words.none
  if (responseCode >= 500) return words.failed(responseCode)
  if (responseCode >= 400) return words.rejected(responseCode)
  return responseCode >= 300 ? words.redirected(responseCode) : String(responseCode)
}

/** "500, 502 404"; null if a part is no response code. */
export function readCodes(text: string): number[] | null {
  const words = text.split(/[\s,;]+/).filter(Boolean)
  const codes = words.map((word) => (/^[1-5]\d\d$/.test(word) ? Number(word) : 0))
  return codes.includes(0) || codes.length > 50 ? null : [...new Set(codes)]
}

/** "2026-11-21 08:00 UTC" */
export function utcWords(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}
