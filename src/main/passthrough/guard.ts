import { AppError } from '../../shared/errors'
import { isRead, type DraftProblem, type PassthroughDraft } from '../../shared/model/passthrough'
import type { SendRequest } from '../../shared/model/passthrough-send'

/**
 * The last check before anything leaves, whatever the window did.
 * @throws AppError invalid-input for a draft that must not be sent; confirmation-needed where the operator did not
 * agree to it, or agreed to something else. Both with `fields`.
 */
export function guard({ draft, confirmed, accepted }: SendRequest, problems: readonly DraftProblem[]): void {
  const refused = problems.filter(({ severity }) => severity === 'refused')
  if (refused.length > 0) throw new AppError('invalid-input', refused[0]?.message ?? '', { fields: byField(refused) })

  const open = problems.filter(({ severity, code }) => severity === 'confirm' && !accepted.includes(code))
  if (open.length > 0) throw new AppError('confirmation-needed', open[0]?.message ?? '', { fields: byField(open) })

  if (isRead(draft.method)) return
  if (!confirmed) {
    const message = `${draft.method} can change the customer’s data and has to be confirmed.`
    throw new AppError('confirmation-needed', message, { fields: { method: message } })
  }
  const other = differing(draft, confirmed)
  if (other) {
    const message = `What was confirmed has another ${other[1]} than what is to be sent. Nothing was sent.`
    throw new AppError('confirmation-needed', message, { fields: { [other[0]]: message } })
  }
}

function differing(
  draft: PassthroughDraft,
  confirmed: NonNullable<SendRequest['confirmed']>
): [field: string, name: string] | undefined {
  if (confirmed.connectorKey !== draft.connector?.key) return ['connector', 'connector']
  if (confirmed.region !== draft.region) return ['connector', 'region']
  if (confirmed.method !== draft.method) return ['method', 'method']
  return confirmed.path === draft.path ? undefined : ['path', 'path']
}

function byField(problems: readonly DraftProblem[]): Record<string, string> {
  const fields = new Map<string, string>()
  for (const { field, message } of problems) if (!fields.has(field)) fields.set(field, message)
  return Object.fromEntries(fields)
}
