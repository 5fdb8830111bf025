import { AppError } from '../../shared/errors'
import type { ConnectorRow } from '../../shared/model/connector'
import type { Keeping } from '../../shared/model/snapshot'
import type { OpenOptions } from '../store/open'
import { keyOf, type Place } from '../base/place'
import type { OpenEpisode } from '../store/tables/connectors/episodes'
import { checkpoint, prune, removeWorkspace } from '../store/tables/connectors/retention'
import { verdictOf } from '../store/tables/connectors/walks'
import { collectionMethods } from '../collections/store'
import { Calls } from '../store/tables/activity/calls'
import { pruneCalls } from '../store/tables/activity/retention'
import { callMethods } from '../activity/store'
import { libraryMethods } from '../passthrough/library/store'
import { mappingMethods, removeMappings } from '../mappings/store'
import { compareWalks } from './snapshots/compare'
import { connectorKeyMethods } from '../webhooks/store'
import { isCase } from '../../shared/model/verdict'
import { queueOf } from './triage/queue'
import { rowVerdicts, type Triage } from './triage/triage'
import { settleCases } from './cases'
import { connectorHealthOf } from './connector-health'
import { KeptStore } from '../store/kept-store'
import { Judged } from './judged'
import type { HistoryMethods } from '../store/methods'

/**
 * The history as it runs in its thread: the database, triage over it, and the cases that follow from both.
 *
 * @param told when the store can no longer keep what it sees
 */
export function openHistory(options: OpenOptions, told: (keeping: Keeping) => void): HistoryMethods {
  const store = new KeptStore(options, told)
  const judged = new Judged(store)
  const partial = new Set<number>()
  /** Cases follow from a triage once: to look at thousands of connectors is not to settle all cases for each. */
  let settledFor: Triage | undefined

  /** Triage and the open cases that go with it: opened and closed as the verdicts ask. */
  function settled(place: Place, now: number) {
    const triage = judged.at(place, now)
    const kept = store.run((tables) => settleCases(tables, place, triage))
    settledFor = triage
    return { triage, kept }
  }

  return {
    ...libraryMethods((work) => store.run(({ sql }) => work(sql))),
    ...callMethods((work) => store.run(({ sql }) => work(sql))),
    ...connectorKeyMethods((work) => store.run(({ sql }) => work(sql))),
    ...collectionMethods((work) => store.run(({ sql }) => work(sql))),
    ...mappingMethods((work) => store.run(({ sql }) => work(sql))),
    keeping: () => store.keeping,

    beginWalk({ place, startedAt, whole }) {
      const walk = store.run(({ walks }) => walks.begin(place, startedAt))
      if (!whole) partial.add(walk)
      return walk
    },

    appendRows({ walk, rows, at }) {
      store.run(({ sql, walks, connectors }) =>
        sql.transaction(() => {
          const place = walks.running(walk)
          if (place) connectors.see(place, walk, rows, at)
        })
      )
      judged.forget()
    },

    endWalk({ walk, at, parts }) {
      const verdict = partial.delete(walk) ? 'incomplete' : verdictOf(parts)
      const snapshot = store.run(({ sql, walks, connectors }) =>
        sql.transaction(() => {
          const place = walks.running(walk)
          if (!place) return null
          walks.end(walk, at, verdict, parts)
          for (const { category, state } of parts) {
            if (verdict === 'complete' && state === 'done') connectors.markMissing(place, category, walk, at)
          }
          return walks.get(place, walk)
        })
      )
      if (snapshot) store.run(({ sql }) => checkpoint(sql))
      judged.forget()
      return snapshot
    },

    seeOne({ place, row, at }) {
      store.run(({ sql, walks, connectors }) =>
        sql.transaction(() => connectors.seeOne(place, walks.nextId(), row, at))
      )
      judged.forget()
    },

    markDeleted({ place, key, at }) {
      judged.forget()
      return store.run(({ sql, walks, connectors }) =>
        sql.transaction(() => {
          const found = connectors.find(place, key)
          if (!found || found.gone_at !== null) return false
          connectors.markGone(found.id, walks.nextId(), at)
          return true
        })
      )
    },

    walks: ({ place, limit }) => store.run(({ walks }) => walks.list(place, limit)),

    lastRows({ place, after, limit }) {
      return store.run(({ walks, connectors }) => {
        const found = connectors.present(place, after, limit)
        const rows = found.map(({ category, connector_id, record, seen_at }) => ({
          key: keyOf(category, connector_id),
          category,
          tokenRef: null,
          record: JSON.parse(record) as ConnectorRow['record'],
          seenAt: seen_at
        }))
        const next = found.length === limit ? (found.at(-1)?.id ?? null) : null
        return { walk: walks.last(place), rows, next }
      })
    },

    compare({ place, before, after, limit }) {
      return store.run(({ walks, states }) => {
        const [earlier, later] = [before, after].sort((a, b) => a - b).map((walk) => walks.get(place, walk))
        if (!earlier || !later) throw new AppError('not-found', 'This walk is not kept any more.')
        const [then = [], since = []] = states.after(place, [earlier.id, later.id])
        return compareWalks({ before: earlier, after: later }, { before: then, after: since }, limit)
      })
    },

    queue({ place, now }) {
      const { triage, kept } = settled(place, now)
      return queueOf(triage, kept)
    },

    verdicts({ place, now, from, count }) {
      const triage = judged.at(place, now)
      const next = from + count < triage.subjects.length ? from + count : null
      return { rows: rowVerdicts(triage, from, count), next }
    },

    connector({ place, key, now }) {
      const triage = judged.at(place, now)
      if (triage !== settledFor) settled(place, now)
      return store.run((tables) => connectorHealthOf(tables, place, key, triage))
    },

    newCases({ place, since, now }) {
      const { triage, kept } = settled(place, now)
      const isNew = ({ id, openedAt }: OpenEpisode) => ('case' in since ? id > since.case : openedAt > since.time)
      const fresh = new Set([...kept.values()].filter(isNew).map(({ key }) => key))
      const cases = queueOf(triage, kept)
        .groups.flatMap(({ incidents, integrations }) => [...incidents, ...integrations])
        .flatMap((group) => group.cases)
        .filter(({ key }) => fresh.has(key))
      const last = [...kept.values()].reduce((most, { id }) => Math.max(most, id), 'case' in since ? since.case : 0)
      return { cases, last }
    },

    changeCases({ place, keys, change, now }) {
      const { triage } = settled(place, now)
      return store.run(({ sql, connectors, episodes }) =>
        sql.transaction(() =>
          keys.flatMap((key) => {
            const found = connectors.find(place, key)
            if (!found) return []
            const kind = triage.judgments.get(key)?.kind
            if (!episodes.openOf(found.id) && kind && isCase(kind)) episodes.begin(found.id, kind, now)
            const open = episodes.openOf(found.id)
            if (!open) return []
            episodes.change(open, change, now)
            return episodes.allOf(found.id).slice(0, 1)
          })
        )
      )
    },

    removeWorkspace({ workspaceId, mutations = false }) {
      judged.forget()
      store.run(({ sql }) => new Calls(sql).removeWorkspace(workspaceId, mutations))
      store.run(({ sql }) => removeMappings(sql, workspaceId))
      store.run(({ sql }) => removeWorkspace(sql, workspaceId))
    },

    prune: ({ now }) => store.run(({ sql }) => [prune(sql, now), pruneCalls(sql, now)].includes(true)),

    close: () => store.close()
  }
}
