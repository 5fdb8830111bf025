import { randomUUID } from 'node:crypto'
import { safeUntil } from '../../../shared/passthrough/idempotency'
import { writeRetries, type PassthroughDraft } from '../../../shared/passthrough/passthrough'
import { writeOperationAt } from '../../../shared/passthrough/unified/operations'
import type { Outgoing } from '../outgoing'

export interface Earlier {
  key: string
  /** ms since 1970. */
  firstAt: number
}

const once = `It creates a record in the customer’s system. ${writeRetries}`

/**
 * @param text the exact body: the same bytes for the same key, or the API answers 409
 * @param so now: ms since 1970; unsettled: the same write was sent with an unknown outcome
 */
export function unifiedOf(
  draft: PassthroughDraft,
  text: string,
  { now, earlier, unsettled = false }: { now: number; earlier?: Earlier; unsettled?: boolean }
): Outgoing {
  const { path } = draft
  const operation = writeOperationAt(path)
  const noun = operation?.noun ?? 'record'
  const idempotency = earlier ?? (operation?.idempotent ? { key: randomUUID(), firstAt: null } : null)
  /** The API may have forgotten the key: the operator was told and decides. */
  const isLate = earlier !== undefined && now > safeUntil(earlier)
  return {
    ...{ draft, path, text, kept: text, timeoutSeconds: null, idempotency, countsAs: 'POST' },
    notAfter: earlier && !isLate ? safeUntil(earlier) : Infinity,
    call: {
      path,
      handedOn: true,
      ...(idempotency && { headers: { 'x-idempotency-key': idempotency.key } }),
      // A wait could outlast the key's protection: the operator sends it again later.
      ...(earlier && { longestWaitMs: 0, again: true })
    },
    asks: (endUser) => ({
      title: `${earlier ? 'Send again: create' : 'Create'} ${noun} for ${endUser || 'this connector'}?`,
      verb: earlier ? 'Send again' : 'Send POST',
      note: noteOf(idempotency !== null, earlier !== undefined),
      warnings: isLate ? [late] : !earlier && unsettled ? [twice] : [],
      facts: idempotency ? [['Idempotency key', idempotency.key]] : []
    })
  }
}

const late =
  'The API remembers a key for 5 minutes after a success, and they have passed. If the first request arrived, this creates a second record: check the customer’s system first.'

const twice =
  'The same request was sent before, and its outcome is unknown. With a new key this may create a second record.'

function noteOf(hasKey: boolean, again: boolean): string {
  if (again) return 'It is the same request with the same idempotency key, so the record is created once, not twice.'
  if (!hasKey) return `${once} The API accepts no idempotency key for it.`
  return `${once} With its key you can send it again for 5 minutes without a second record.`
}
