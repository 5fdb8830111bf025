import { ageBucketNames } from '../../../shared/issues/age'
import { diagnosisNames } from '../../../shared/issues/diagnosis'
import { mark } from '../kit/mark-size'
import { safeString } from '../kit/safe-text'
import { integrationName } from '../records/integration-name'
import type { Cell, Chart, ChartRow } from './issues-chart'
import { holdsChoices, type IssueFilter } from './issues-tree'
import { chartWords } from './words'

// How the chart is drawn and told. Its figures are in `issues-chart.ts`, which the first screen loads.

/** Width of a row of single marks, px. @param tiles whether its integration's letters lead each group */
export function rowWidth({ cells }: ChartRow, tiles: boolean): number {
  const widths = cells.map((cell) => {
    const marks = cell.count * (mark.width + mark.gap) - mark.gap
    return Math.max(mark.target, marks + (tiles ? mark.tile : 0))
  })
  return widths.reduce((sum, width) => sum + width + mark.groupGap, -mark.groupGap)
}

/**
 * The width of each cell's bar, if single marks do not fit: the fullest row fills the room, all rows share one scale,
 * and no bar gets too small to see and press.
 */
export function barWidths(rows: readonly ChartRow[], room: number, tiles: boolean): Map<Cell, number> {
  const least = tiles ? mark.width : mark.target
  const scale = Math.min(...rows.map((row) => scaleOf(row, room, least, tiles)))
  return new Map(
    rows.flatMap(({ cells }) => cells.map((cell) => [cell, Math.max(least, Math.floor(cell.count * scale))]))
  )
}

/** Px per issue with which a row just fits; small bars have the least width and are not scaled. */
function scaleOf({ cells }: ChartRow, room: number, least: number, tiles: boolean): number {
  const beside = cells.length * (mark.gap + (tiles ? mark.tile : 0))
  let scaled = cells.map(({ count }) => count)
  for (;;) {
    const left = room - beside - (cells.length - scaled.length) * least
    const scale = left / scaled.reduce((sum, issues) => sum + issues, 0)
    const large = scaled.filter((issues) => issues * scale >= least)
    if (large.length === 0) return least / Math.max(0, ...cells.map(({ count }) => count))
    if (large.length === scaled.length) return scale
    scaled = large
  }
}

/** Names a filter: "3–7 d, Sync stalled". */
export function chartFilterName(filter: IssueFilter, chart: Chart): string {
  const { age, cause, integrations, requestedBy, due, tag, text } = filter
  const kind = chart.kinds.find(
    ({ choices }) => choices.integrations && holdsChoices({ ...filter, age: null }, choices)
  )
  const slugs = integrations ?? []
  const words = [
    requestedBy === null ? '' : chartWords.reminderDue,
    due === null ? '' : chartWords.due[due.which],
    age ? ageBucketNames[age] : '',
    cause ? diagnosisNames[cause] : '',
    safeString(kind?.name ?? slugs.map((slug) => integrationName(slug) || chartWords.noIntegration).join(', '), 80),
    tag === null ? '' : chartWords.tagged(safeString(tag, 40)),
    text.trim() === '' ? '' : `“${safeString(text.trim(), 40)}”`
  ]
  return words.filter(Boolean).join(', ')
}

/** Whether the filter leaves out all issues of a cell. */
export function leavesOut(filter: IssueFilter, { kind, choices }: Cell): boolean {
  return (
    (filter.age !== null && filter.age !== choices.age) ||
    (filter.cause !== null && kind.cause !== null && filter.cause !== kind.cause) ||
    (filter.integrations !== null &&
      kind.choices.integrations !== undefined &&
      !kind.choices.integrations?.some((slug) => filter.integrations?.includes(slug)))
  )
}
