import type { AuditFinding, AuditCheck } from '../../shared/activity/audit'
import type { ActivityCall, FoundRecord } from '../../shared/activity/call'
import { byteOrderMark, csvLines } from '../base/csv'

type Exported = Omit<Partial<ActivityCall>, 'at'> & {
  at: number | null
  record: string
  /** Of a change whose outcome was unknown, newest first; the first counts. */
  foundRecords?: readonly FoundRecord[]
}

const columns: readonly { title: string; value: (call: Exported) => unknown }[] = [
  { title: 'time', value: timeOf },
  { title: 'region', value: ({ region }) => region },
  { title: 'view', value: ({ asker }) => asker },
  { title: 'method', value: ({ method }) => method },
  { title: 'path', value: ({ path }) => path },
  { title: 'query', value: ({ query }) => query },
  { title: 'forwarded', value: ({ forwarded }) => forwarded },
  { title: 'subject', value: ({ subject }) => subject },
  { title: 'status', value: ({ status }) => status },
  { title: 'error', value: ({ error }) => error },
  { title: 'tries', value: ({ tries }) => tries },
  { title: 'limited', value: ({ limited }) => limited },
  { title: 'waited_ms', value: ({ waitedMs }) => waitedMs },
  { title: 'duration_ms', value: ({ durationMs }) => durationMs },
  { title: 'bytes', value: ({ bytes }) => bytes },
  { title: 'request_id', value: ({ requestId }) => requestId },
  { title: 'mutation', value: ({ mutation }) => mutation },
  { title: 'operator', value: ({ operator }) => operator },
  { title: 'record', value: ({ record }) => record },
  { title: 'outcome_unknown', value: ({ unknown }) => unknown },
  { title: 'found', value: ({ found }) => found },
  { title: 'found_by', value: ({ foundRecords }) => foundRecords?.[0]?.operator },
  { title: 'found_at', value: ({ foundRecords }) => foundRecords?.[0] && timeOf({ at: foundRecords[0].foundAt }) },
  { title: 'found_note', value: ({ foundRecords }) => foundRecords?.[0] && (foundRecords[0].note ?? 'encrypted') }
]

/** The state in the audit record; empty for a read. */
const words: Record<AuditFinding['what'], string> = {
  edited: 'edited after it was recorded',
  added: 'not in the audit record',
  removed: 'deleted after it was recorded',
  broken: 'the audit record was changed here'
}

/** Of what an operator found out about a change. */
const outcomeWords = (what: AuditFinding['what']) => `record of its outcome: ${words[what]}`

/**
 * CSV or JSON page by page, so that no page blocks for long. Removed records, and edited ones that the list lacks, come
 * last.
 */
export function exportText(format: 'csv' | 'json', workspaceId: string, { findings }: AuditCheck) {
  const parts: string[] = []
  const whatOf = (kind: AuditFinding['kind']) =>
    new Map(findings.flatMap((one) => (one.kind === kind ? [[one.id, one.what]] : [])))
  const [calls, outcomes] = [whatOf('call'), whatOf('found')]
  const listed = { call: new Set<number>(), found: new Set<number>() }
  const put = (lines: readonly Exported[]): void => {
    if (format === 'csv') parts.push(csvLines(lines.map((line) => columns.map(({ value }) => value(line)))))
    else parts.push(...lines.map(({ at, ...line }) => JSON.stringify({ time: timeOf({ at }), ...line })))
  }
  const recordOf = (
    { id, mutation }: Pick<ActivityCall, 'id' | 'mutation'>,
    foundRecords: readonly FoundRecord[] = []
  ): string => {
    const found = calls.get(id)
    if (found) listed.call.add(id)
    const changed = foundRecords.filter((one) => outcomes.has(one.id))
    for (const one of changed) listed.found.add(one.id)
    const said = found ? [words[found]] : mutation ? ['as recorded'] : []
    const about = new Set(changed.flatMap((one) => outcomes.get(one.id) ?? []))
    return [...said, ...[...about].map(outcomeWords)].join('; ')
  }
  return {
    add: (page: readonly ActivityCall[], found: ReadonlyMap<number, readonly FoundRecord[]>): void =>
      put(
        page.map(({ desk: _, ...call }) => {
          const foundRecords = found.get(call.id)
          return { ...call, record: recordOf(call, foundRecords), ...(foundRecords && { foundRecords }) }
        })
      ),
    end(): string {
      const gone = findings.filter(
        ({ what, kind, id, workspaceId: of }) =>
          what === 'broken' ||
          (what !== 'added' && (kind === 'call' || kind === 'found') && of === workspaceId && !listed[kind].has(id))
      )
      put(
        gone.map(({ what, kind, id, at, operator }) => ({
          ...(kind !== 'found' && { id, mutation: true }),
          ...{ at, operator, record: kind === 'found' ? outcomeWords(what) : words[what] }
        }))
      )
      if (format === 'json') return parts.length > 0 ? `[\n${parts.join(',\n')}\n]\n` : '[]\n'
      return byteOrderMark + csvLines([columns.map(({ title }) => title)]) + parts.join('')
    }
  }
}

function timeOf({ at }: Pick<Exported, 'at'>): string | null {
  return at === null ? null : new Date(at).toISOString()
}
