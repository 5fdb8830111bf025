import { categorySegment, type Category } from '../../shared/connectors/category'
import type { ConnectorRow } from '../../shared/connectors/connector'
import type { ConnectorHealth } from '../../shared/connectors/health'
import type { RowDiagnosis } from '../../shared/issues/diagnosis'
import type { Clock } from '../base/clock'
import type { KeptCall } from '../http/call-log'
import { evidenceFile } from '../health/evidence/evidence-file'
import type { EvidenceInput, RequestMade } from '../health/evidence/content'
import { recordColumns, toCsv, toJson, diagnosisColumns } from '../base/export-rows'
import type { Masker } from '../secrets/masker'
import type { Keeping } from '../../shared/connectors/snapshot'
import type { ConnectorStore } from '../connectors/store'
import type { HealthStore } from '../health/store'
import type { LastAnswer } from '../connectors/last-answer'
import { comparisonText } from '../health/snapshots/compare-export'
import type { Place } from '../../shared/workspaces/place'
import { serving } from './handlers'
import { healthOf, relinkHandlers, type RelinkParts } from './relink'

/** How many a chunk holds: some 100 kB to 1 MB of a message. */
const rowsPerChunk = 1_000
const diagnosesPerChunk = 5_000
const refreshesListed = 500
const comparedPerList = 2_000

export interface HealthParts extends RelinkParts {
  history: HealthStore & Pick<ConnectorStore, 'lastRows'>
  keeping(): Keeping
  clock: Clock
  answers: Pick<LastAnswer, 'rows'>
  about: EvidenceInput['app']
  /** The workspace's name, for the evidence. @throws AppError not-found */
  nameOf(workspaceId: string): string
  masker: Masker
  /** The latest calls of this session by what they are about, oldest first. @param about null: not wanted */
  callsOf(place: Place, about: (call: KeptCall) => string | null): ReadonlyMap<string, readonly KeptCall[]>
  /** Asks the operator for a place and writes the file. @returns its name, or null when no place was chosen */
  save(suggestedName: string, content: string | Uint8Array): Promise<string | null>
}

const listOf = (category: Category) => `/api/${categorySegment(category)}/v1/connectors`

/** The handlers of connector health (issue 2), to be spread in beside the others. */
export function healthHandlers(parts: HealthParts) {
  const { history, clock } = parts
  return serving({
    ...relinkHandlers(parts),
    'app:keeping': async () => parts.keeping(),
    'connectors:lastRows': ({ after, ...place }) => history.lastRows({ place, after, limit: rowsPerChunk }),
    'issues:list': async (place) => {
      // What a walk saw opens and closes cases when they are looked at.
      const issueList = await history.issueList({ place, now: clock.now() })
      parts.issuesChanged()
      return issueList
    },
    'issues:kept': (place) => history.keptIssues({ place }),
    'connectors:diagnoses': ({ from, ...place }) =>
      history.diagnoses({ place, now: clock.now(), from, count: diagnosesPerChunk }),
    'connectors:health': ({ key, ...place }) => history.connector({ place, key, now: clock.now() }),
    'issues:change': async ({ keys, change, ...place }) => {
      await parts.mayChangeIssues()
      const issues = await history.changeIssues({ place, keys, change, now: clock.now() })
      parts.issuesChanged()
      return issues
    },
    'connectors:snapshots': (place) => history.refreshes({ place, limit: refreshesListed }),
    'connectors:compare': ({ before, after, ...place }) =>
      history.compare({ place, before, after, limit: comparedPerList }),

    'connectors:exportComparison': async ({ before, after, list, format, ...place }) => {
      const compared = await history.compare({ place, before, after, limit: Infinity })
      const { text, rows } = comparisonText(compared, { list, format })
      const day = new Date(clock.now()).toISOString().slice(0, 10)
      const file = await parts.save(`comparison-${list}-${day}.${format}`, text)
      return file === null ? null : { file, rows }
    },

    'issues:saveEvidence': async ({ keys, ...place }) => {
      const now = clock.now()
      const issues = await healthOf(history, place, keys, now)
      const made = requestsFor(place, issues)
      const { fileName, zip, masked } = await evidenceFile({
        madeAt: now,
        app: parts.about,
        workspace: { name: parts.nameOf(place.workspaceId), region: place.region },
        issues: issues.map((health) => ({
          record: Object.fromEntries(health.fields.map(({ field, value }) => [field, value])),
          health,
          requests: made.of(health)
        })),
        requests: made.ofLists,
        masker: parts.masker
      })
      const file = await parts.save(fileName, zip)
      return file === null ? null : { file, masked: masked.length }
    },

    'connectors:exportRows': async ({ keys, answer, format, ...place }) => {
      const byKey = answer ? answered(answer, place) : await lastRows(place)
      // In the order the operator sees; what is gone meanwhile is left out.
      const rows = keys.flatMap((key) => byKey.get(key) ?? [])
      const name = `connectors-${new Date(clock.now()).toISOString().slice(0, 10)}.${format}`
      const text = format === 'json' ? toJson(rows) : toCsv(rows, [...recordColumns, ...(await diagnosesOf(place))])
      const file = await parts.save(name, text)
      return file === null ? null : { file, rows: rows.length }
    }
  })

  /**
   * What was asked of the lists the cases are in, and of each connector alone, sends through it among them: how they
   * ended, no bodies. The calls are gone through once, however many cases there are.
   */
  function requestsFor(place: Place, issues: readonly ConnectorHealth[]) {
    const lists = new Set(issues.map(({ diagnosis }) => listOf(diagnosis.category)))
    const keys = new Set(issues.map(({ key }) => key))
    const calls = parts.callsOf(place, ({ path, connectorKey }) => {
      if (keys.has(connectorKey)) return connectorKey
      return lists.has(path) ? 'lists' : null
    })
    const made = (name: string): RequestMade[] =>
      (calls.get(name) ?? []).map(({ workspaceId: _, at, ...call }) => ({ at: new Date(at).toISOString(), ...call }))
    return { of: ({ key }: ConnectorHealth) => made(key), ofLists: made('lists') }
  }

  async function diagnosesOf(place: Place) {
    const byKey = new Map<string, RowDiagnosis>()
    const now = clock.now()
    for (let from: number | null = 0; from !== null;) {
      const chunk = await history.diagnoses({ place, now, from, count: diagnosesPerChunk })
      for (const diagnosis of chunk.rows) byKey.set(diagnosis.key, diagnosis)
      from = chunk.next
    }
    return diagnosisColumns(byKey)
  }

  function answered(requestId: string, place: Place) {
    return new Map(parts.answers.rows(requestId, place).map((row) => [row.key, row]))
  }

  async function lastRows(place: Place) {
    const byKey = new Map<string, ConnectorRow>()
    for (let after: number | null = 0; after !== null;) {
      const chunk = await history.lastRows({ place, after, limit: rowsPerChunk })
      for (const row of chunk.rows) byKey.set(row.key, row)
      after = chunk.next
    }
    return byKey
  }
}
