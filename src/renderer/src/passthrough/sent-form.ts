import type { Pair, PassthroughDraft } from '../../../shared/model/passthrough'

const used = (rows: readonly Pair[]) => rows.filter((one) => one.enabled && (one.name !== '' || one.value !== ''))

/** What of a draft decides what is sent and where, as a text to compare: rows that are switched off or empty do not. */
export function sentForm(draft: PassthroughDraft): string {
  const { connector, params, paramsJson, headers, body, timeout, ...others } = draft
  const names = Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([
    names,
    connector?.key ?? null,
    paramsJson ?? used(params),
    used(headers),
    'text' in body && body.text.trim() === '' ? { kind: 'none' } : body,
    timeout.trim()
  ])
}
