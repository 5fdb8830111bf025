import type { ComparedList, ComparisonExport } from '../../../shared/connectors/channels'
import type { Compared, Comparison, FieldChange } from '../../../shared/connectors/comparison'
import type { Snapshot } from '../../../shared/connectors/snapshot'
import { byteOrderMark, csvLines } from '../../base/csv'

const lists: readonly ComparedList[] = ['new', 'gone', 'recovered', 'broken', 'changed']

const titles = [
  ...['happened', 'key', 'category', 'id', 'end_user', 'integration_slug', 'origin_id', 'verdict_before'],
  ...['verdict_after', 'field', 'before', 'after']
]

/**
 * A comparison of two walks as a file's text: every connector of a list, or of all. CSV (as of `toCsv`) has a line per
 * field that changed, and one for a connector without any; JSON holds the walks and what must be known of them, too.
 * Records were kept without their tokens, so there is none in it.
 *
 * @returns also how many connectors it holds
 */
export function comparisonText(
  comparison: Comparison,
  { list, format }: Pick<ComparisonExport, 'list' | 'format'>
): { text: string; rows: number } {
  const rows = lists.flatMap((happened) =>
    list === 'all' || list === happened ? comparison[happened].map((one) => ({ happened, ...one })) : []
  )
  return { text: format === 'csv' ? asCsv(rows) : asJson(comparison, rows), rows: rows.length }
}

type Row = Compared & { happened: ComparedList }

function asCsv(rows: readonly Row[]): string {
  const none: Partial<FieldChange>[] = [{}]
  const lines = rows.flatMap(({ fields, ...row }) =>
    (fields.length > 0 ? fields : none).map(({ field, before, after }) => [
      ...[row.happened, row.key, row.category, idOf(row), row.endUser, row.integrationSlug, row.originId],
      ...[row.before, row.after, field, before, after]
    ])
  )
  return byteOrderMark + csvLines([titles, ...lines])
}

function asJson({ before, after, goneKnown, warnings }: Comparison, rows: readonly Row[]): string {
  const connectors = rows.map(({ happened, before: was, after: is, fields, ...row }) => ({
    happened,
    ...{ key: row.key, category: row.category, id: idOf(row), end_user: row.endUser },
    ...{ integration_slug: row.integrationSlug, origin_id: row.originId, verdict_before: was, verdict_after: is },
    fields
  }))
  const refreshes = { before: fileOf(before), after: fileOf(after) }
  return `${JSON.stringify({ ...refreshes, gone_known: goneKnown, warnings, connectors }, null, 2)}\n`
}

/** A refresh as files of every version call it. */
const fileOf = ({ id, startedAt, endedAt, ended: verdict, parts }: Snapshot) => ({
  id,
  startedAt,
  endedAt,
  verdict,
  parts
})

const idOf = ({ key }: Pick<Row, 'key'>) => key.slice(key.indexOf(':') + 1)
