import type { DraftProblem } from '../../../shared/passthrough/passthrough'

/** Problems that have a position, as an editor marks them. */
export function marksOf(problems: readonly DraftProblem[]) {
  return problems.flatMap(({ position, message, severity }) =>
    position
      ? [{ ...position, message, severity: severity === 'refused' ? ('error' as const) : ('warning' as const) }]
      : []
  )
}
