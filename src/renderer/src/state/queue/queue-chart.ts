import { mark } from '../../lib/mark-size'
import { type AgeBucket, ageBucketNames, ageBuckets } from '../../../../shared/model/age'
import type { QueueCase } from '../../../../shared/model/case'
import { type CaseCause, caseCauses, verdictNames } from '../../../../shared/model/verdict'
import { initials, integrationName } from '../../lib/words/integration-name'
import { chartWords } from '../../words/issues/chart'
import { everything, type QueueFilter } from './queue-tree'

export type ChartBy = 'cause' | 'integration'

/** What the chart distinguishes: a cause, an integration, or the many small integrations together. */
export interface Kind {
  id: string
  name: string
  /** The letters of its tile. */
  short: string
  /** null with integrations, which have no colour of their own. */
  cause: CaseCause | null
  count: number
  /** What choosing it narrows the list to. */
  filter: QueueFilter
}

/** One stop of the keyboard: the cases of one age and kind. */
export interface Cell {
  kind: Kind
  count: number
  name: string
  filter: QueueFilter
}

export interface ChartRow {
  age: AgeBucket
  name: string
  count: number
  cells: Cell[]
}

export interface Chart {
  kinds: Kind[]
  rows: ChartRow[]
}

/** Integrations distinguished; the others are counted together, so that the legend keeps to its room. */
const mostIntegrations = 5

/** The queue by age, and by cause or integration: the same numbers for the marks, the legend and the table. */
export function chartOf(cases: readonly QueueCase[], by: ChartBy): Chart {
  const kinds = by === 'cause' ? causeKinds(cases) : integrationKinds(cases)
  const kindOf = new Map(
    by === 'cause'
      ? kinds.map((kind) => [kind.id, kind])
      : kinds.flatMap((kind) => (kind.filter.integrations ?? []).map((slug) => [slug, kind]))
  )
  const counts = new Map<string, number>()
  for (const one of cases) {
    const kind = kindOf.get(by === 'cause' ? one.cause : one.integrationSlug)
    const place = `${one.age} ${kind?.id}`
    counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  const rows = ageBuckets.map((age): ChartRow => {
    const cells = kinds
      .map((kind) => ({ kind, count: counts.get(`${age} ${kind.id}`) ?? 0 }))
      .filter((cell) => cell.count > 0)
      .map(({ kind, count: cases }) => ({
        kind,
        count: cases,
        name: chartWords.cell(ageBucketNames[age], kind.name, cases),
        filter: { ...kind.filter, age }
      }))
    return { age, name: ageBucketNames[age], count: cells.reduce((sum, cell) => sum + cell.count, 0), cells }
  })
  return { kinds, rows }
}

/** All causes in their fixed order; the one for unknown values only where there are any. */
function causeKinds(cases: readonly QueueCase[]): Kind[] {
  const counts = countBy(cases, ({ cause }) => cause)
  return caseCauses
    .filter((cause) => cause !== 'unknown' || counts.has(cause))
    .map((cause) => ({
      id: cause,
      name: verdictNames[cause],
      short: '',
      cause,
      count: counts.get(cause) ?? 0,
      filter: { ...everything, cause }
    }))
}

function integrationKinds(cases: readonly QueueCase[]): Kind[] {
  const all = [...countBy(cases, ({ integrationSlug }) => integrationSlug)].sort(([, a], [, b]) => b - a)
  const alone = all.length === mostIntegrations + 1 ? all.length : mostIntegrations
  const kinds = all.slice(0, alone).map(([slug, cases]): Kind => ({
    id: `of ${slug}`,
    name: integrationName(slug) || chartWords.noIntegration,
    short: initials(integrationName(slug)) || '–',
    cause: null,
    count: cases,
    filter: { ...everything, integrations: [slug] }
  }))
  const others = all.slice(alone)
  if (others.length === 0) return kinds
  const rest: Kind = {
    id: 'others',
    name: chartWords.others(others.length),
    short: '…',
    cause: null,
    count: others.reduce((sum, [, cases]) => sum + cases, 0),
    filter: { ...everything, integrations: others.map(([slug]) => slug) }
  }
  return [...kinds, rest]
}

function countBy(cases: readonly QueueCase[], of: (one: QueueCase) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const one of cases) counts.set(of(one), (counts.get(of(one)) ?? 0) + 1)
  return counts
}

/** The room a row of single marks takes, in px. @param tiles whether each group is led by its integration's letters */
export function rowWidth({ cells }: ChartRow, tiles: boolean): number {
  const widths = cells.map((cell) => {
    const marks = cell.count * (mark.width + mark.gap) - mark.gap
    return Math.max(mark.target, marks + (tiles ? mark.tile : 0))
  })
  return widths.reduce((sum, width) => sum + width + mark.groupGap, -mark.groupGap)
}

/**
 * The width of each cell's bar where single marks do not fit: in proportion over all rows, so that the fullest one
 * fills the room, but never less than can be seen and pressed.
 */
export function barWidths(rows: readonly ChartRow[], room: number, tiles: boolean): Map<Cell, number> {
  const least = tiles ? mark.width : mark.target
  const scale = Math.min(...rows.map((row) => scaleOf(row, room, least, tiles)))
  return new Map(
    rows.flatMap(({ cells }) => cells.map((cell) => [cell, Math.max(least, Math.floor(cell.count * scale))]))
  )
}

/** Px per case with which a row just fits; bars that would be too small have the least width and are not scaled. */
function scaleOf({ cells }: ChartRow, room: number, least: number, tiles: boolean): number {
  const beside = cells.length * (mark.gap + (tiles ? mark.tile : 0))
  let scaled = cells.map(({ count }) => count)
  for (;;) {
    const left = room - beside - (cells.length - scaled.length) * least
    const scale = left / scaled.reduce((sum, cases) => sum + cases, 0)
    const large = scaled.filter((cases) => cases * scale >= least)
    if (large.length === 0) return least / Math.max(0, ...cells.map(({ count }) => count))
    if (large.length === scaled.length) return scale
    scaled = large
  }
}
