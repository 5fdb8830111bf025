import type { PassthroughDraft } from '../../../shared/passthrough/passthrough'
import type { ProviderError } from '../../../shared/passthrough/result'
import type { SentRow } from '../../store/tables/library/sent'
import type { HistoryHead } from '../history'

/** A token's handle means nothing after this session. */
export function withoutHandle(draft: PassthroughDraft): PassthroughDraft {
  return { ...draft, connector: draft.connector && { ...draft.connector, tokenRef: null } }
}

/** A query may hold personal data, so only the part before it is stored in plain text. */
export function withoutQuery(path: string): string {
  return path.split(/[?#]/, 1)[0] ?? ''
}

type KeptHead = HistoryHead['draft'] & Pick<HistoryHead, 'providerError'>

export function headOf({ id, at, head, outcome, status, bytes, bodyDropped }: SentRow): HistoryHead {
  const { providerError, ...draft } = JSON.parse(head) as KeptHead
  return { id, askedAt: at, draft, outcome, status, bytes, bodyDropped, ...(providerError && { providerError }) }
}

/** The parts that can hold no name. */
export function shownError({ status, code }: ProviderError): NonNullable<HistoryHead['providerError']> {
  return { status, code: code !== null && looksLikeCode(code) ? code : null }
}

/**
 * An underscore or a digit, capitals, an error's ending, or a protocol's word make a code rather than a person's name.
 */
function looksLikeCode(text: string): boolean {
  if (!/^[A-Za-z][A-Za-z\d_.:-]{1,63}$/.test(text)) return false
  return (
    /[_\d]/.test(text) || text === text.toUpperCase() || errorEnding.test(text) || errorWords.has(text.toLowerCase())
  )
}

const errorEnding =
  /(?:error|exception|fault|failure|failed|denied|expired|exceeded|invalid|required|missing|forbidden|unauthorized|not-?found|not-?allowed|conflict|limit|timeout|unavailable)$/i
/** From HTTP, OAuth and SOAP. */
const errorWords: ReadonlySet<string> = new Set(
  'badrequest bad-request client gone receiver refused rejected sender server throttled unprocessable'.split(' ')
)

/** Lower case, without characters that a database text cannot hold. */
export function plainSearch(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
}

export function wordsOf({ method, path, region, connector }: HistoryHead['draft']): string {
  const named = connector ? [connector.endUser, connector.integrationSlug, connector.originId ?? '', connector.key] : []
  return plainSearch([method, path, ...named, region === 'eu' ? 'eu' : 'default region'].join(' '))
}
