import { mark } from '../kit/mark-size'
import { type AgeBucket, ageBucketNames, ageBuckets } from '../../../shared/issues/age'
import type { Issue } from '../../../shared/issues/issue'
import { type IssueCause, issueCauses, diagnosisNames } from '../../../shared/issues/diagnosis'
import { initials, integrationName } from '../records/integration-name'
import { safeString } from '../kit/safe-text'
import { chartWords } from './words'
import { holdsChoices, type IssueFilter } from './issues-tree'

export type ChartBy = 'cause' | 'integration'

/** A cause, an integration, or all small integrations together. */
export interface ChartKind {
  id: string
  name: string
  short: string
  /** null for integrations, which have no colour of their own. */
  cause: IssueCause | null
  count: number
  choices: Partial<IssueFilter>
}

/** One stop of the keyboard: the issues of one age and kind. */
export interface Cell {
  kind: ChartKind
  count: number
  name: string
  choices: Partial<IssueFilter>
}

export interface ChartRow {
  age: AgeBucket
  name: string
  count: number
  cells: Cell[]
}

export interface Chart {
  kinds: ChartKind[]
  rows: ChartRow[]
}

/** Integrations of their own; the rest is one kind, so that the legend keeps its room. */
const mostIntegrations = 5

export function chartOf(issues: readonly Issue[], by: ChartBy): Chart {
  const kinds = by === 'cause' ? causeKinds(issues) : integrationKinds(issues)
  const kindOf = new Map(
    by === 'cause'
      ? kinds.map((kind) => [kind.id, kind])
      : kinds.flatMap((kind) => (kind.choices.integrations ?? []).map((slug) => [slug, kind]))
  )
  const counts = new Map<string, number>()
  for (const one of issues) {
    const kind = kindOf.get(by === 'cause' ? one.cause : one.integrationSlug)
    const place = `${one.age} ${kind?.id}`
    counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  const rows = ageBuckets.map((age): ChartRow => {
    const cells = kinds
      .map((kind) => ({ kind, count: counts.get(`${age} ${kind.id}`) ?? 0 }))
      .filter((cell) => cell.count > 0)
      .map(({ kind, count: issues }) => ({
        kind,
        count: issues,
        name: chartWords.cell(ageBucketNames[age], kind.name, issues),
        choices: { ...kind.choices, age }
      }))
    return { age, name: ageBucketNames[age], count: cells.reduce((sum, cell) => sum + cell.count, 0), cells }
  })
  return { kinds, rows }
}

const rare: ReadonlySet<IssueCause> = new Set(['drop', 'frozen', 'unreadable', 'unknown'])

/** All causes in fixed order; those that are rare only if they occur. */
function causeKinds(issues: readonly Issue[]): ChartKind[] {
  const counts = countBy(issues, ({ cause }) => cause)
  return issueCauses
    .filter((cause) => !rare.has(cause) || counts.has(cause))
    .map((cause) => ({
      id: cause,
      name: diagnosisNames[cause],
      short: '',
      cause,
      count: counts.get(cause) ?? 0,
      choices: { age: null, cause }
    }))
}

function integrationKinds(issues: readonly Issue[]): ChartKind[] {
  const all = [...countBy(issues, ({ integrationSlug }) => integrationSlug)].sort(([, a], [, b]) => b - a)
  const alone = all.length === mostIntegrations + 1 ? all.length : mostIntegrations
  const kinds = all.slice(0, alone).map(([slug, issues]): ChartKind => ({
    id: `of ${slug}`,
    name: integrationName(slug) || chartWords.noIntegration,
    short: initials(integrationName(slug)) || '–',
    cause: null,
    count: issues,
    choices: { age: null, integrations: [slug] }
  }))
  const others = all.slice(alone)
  if (others.length === 0) return kinds
  const rest: ChartKind = {
    id: 'others',
    name: chartWords.others(others.length),
    short: '…',
    cause: null,
    count: others.reduce((sum, [, issues]) => sum + issues, 0),
    choices: { age: null, integrations: others.map(([slug]) => slug) }
  }
  return [...kinds, rest]
}

function countBy(issues: readonly Issue[], of: (one: Issue) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const one of issues) counts.set(of(one), (counts.get(of(one)) ?? 0) + 1)
  return counts
}

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
