import { AppError } from '../../shared/errors'
import type { DraftProblem } from '../../shared/model/passthrough'

/**
 * The check before anything else, whatever the window checked.
 * @throws AppError invalid-input with `fields` for a draft that must not be sent
 */
export function refuseBroken(problems: readonly DraftProblem[]): void {
  const refused = problems.filter(({ severity }) => severity === 'refused')
  if (refused.length === 0) return
  const fields = new Map<string, string>()
  for (const { field, message } of refused) if (!fields.has(field)) fields.set(field, message)
  throw new AppError('invalid-input', refused[0]?.message ?? '', { fields: Object.fromEntries(fields) })
}
