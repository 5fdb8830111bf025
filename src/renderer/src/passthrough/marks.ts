import type { DraftProblem } from '../../../shared/passthrough/passthrough'

export function marksOf(problems: readonly DraftProblem[]) {
  return problems.flatMap(({ position, message, severity }) =>
    position
      ? [{ ...position, message, severity: severity === 'refused' ? ('error' as const) : ('warning' as const) }]
      : []
  )
}
