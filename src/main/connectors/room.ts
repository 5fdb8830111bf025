import type { ConnectorRow } from '../../shared/connectors/connector'
import type { Snapshot, Keeping } from '../../shared/connectors/snapshot'
import type { Issue } from '../../shared/issues/issue'
import type { EventName, EventPayload } from '../../shared/ipc'
import type { ListQuery } from '../../shared/connectors/list/held-list'
import { freshRelinkSettings } from '../../shared/issues/relink/relink'
import type { Place } from '../../shared/workspaces/place'
import type { Clock } from '../base/clock'
import { byteOrderMark, csvLines } from '../base/csv'
import type { Jobs } from '../base/jobs'
import type { Outside } from '../base/outside'
import { serving, toldJobs, type Area, type Room } from '../base/room'
import type { BearerTokens } from '../secrets/bearer-tokens'
import type { Passing } from '../base/turns'
import type { Workspaces } from '../workspaces/workspaces'
import { ConnectorActions, type ActionParts } from './connector-actions'
import { nameOf } from '../issues/judged'
import { dueIn, type DueParts } from '../issues/due-in'
import {
  comparisonText,
  diagnosisColumns,
  dueColumns,
  type ExportedRow,
  recordColumns,
  toCsv,
  toJson
} from './export-rows'
import { newLink, type LinkParts } from './new-link'
import { refreshHandlers, refreshJob, type RefreshParts } from './refresh-job'
import { RefreshKeeper, type RefreshKeeperParts } from './refresh-keeper'
import { listHandlers, type ConnectorListStore } from './list'
import { AnswerList } from '../../shared/connectors/list/questions'
import type { ConnectorStore } from './store'
import { SyncRuns } from './sync-runs'
import { AppError } from '../../shared/errors'
import { filterLimits, type SavedFilterList } from '../../shared/connectors/saved-filter'
import { cleanText } from '../base/plain-text'
import type { SavedFilterStore } from './saved-filters'

/** A message of some 100 kB to 1 MB. */
const rowsPerChunk = 1_000
const refreshesListed = 500
const comparedPerList = 2_000

/**
 * Main keeps the last answer, so that an export can name its rows by keys: a window that sent the rows back would
 * block. Only in memory.
 */
export class LastAnswer {
  private held: { requestId: string; place: Place; rows: ReadonlyMap<string, ConnectorRow>; list: AnswerList } | null =
    null

  hold(requestId: string, place: Place, rows: readonly ConnectorRow[], list: AnswerList): void {
    this.held = { requestId, place, rows: new Map(rows.map((row) => [row.key, row])), list }
  }

  /** By key. @throws AppError not-found after another lookup */
  rows(requestId: string, place: Place): ReadonlyMap<string, ConnectorRow> {
    return this.of(requestId, place).rows
  }

  /** @throws AppError as `rows` */
  list(requestId: string, place: Place): AnswerList {
    return this.of(requestId, place).list
  }

  forgetWorkspace(workspaceId: string): void {
    if (this.held?.place.workspaceId === workspaceId) this.held = null
  }

  private of(requestId: string, { workspaceId, region }: Place) {
    const { held } = this
    if (held?.requestId === requestId && held.place.workspaceId === workspaceId && held.place.region === region)
      return held
    throw new AppError('not-found', 'These lookup results are not in memory any more. Look up again.')
  }
}

export interface HealthParts {
  history: ConnectorStore & Pick<ConnectorListStore, 'listKeys' | 'listByKeys'> & DueParts['history']
  clock: Clock
  outside: Outside
  answers: Pick<LastAnswer, 'rows' | 'list'>
  /** Another number once the operator left a place. */
  visits(): number
  workspaces: Pick<Workspaces, 'relinkOf' | 'dueTimesOf'>
  save(suggestedName: string, content: string | AsyncIterable<string>): Promise<string | null>
}

const exportWords = { left: 'The export ended when you opened another workspace or region. No file was written.' }

export function healthHandlers(parts: HealthParts) {
  const { history, clock } = parts
  return serving({
    'connectors:health': ({ key, ...place }) => history.connector({ place, key, now: clock.now() }),
    'connectors:snapshots': (place) => history.refreshes({ place, limit: refreshesListed }),
    'connectors:compare': ({ before, after, countsOnly, ...place }) =>
      history.compare({ place, before, after, limit: countsOnly ? 0 : comparedPerList }),

    'connectors:exportComparison': async ({ before, after, list, format, ...place }) => {
      const compared = await history.compare({ place, before, after, limit: Infinity })
      const { text, rows } = comparisonText(compared, { list, format })
      const day = new Date(clock.now()).toISOString().slice(0, 10)
      const file = await parts.save(`comparison-${list}-${day}.${format}`, text)
      return file === null ? null : { file, rows }
    },

    'connectors:openPage': async ({ key, ...place }) => {
      const health = await history.connector({ place, key, now: clock.now() })
      const id = health?.fields.find(({ field }) => field === 'id')?.value
      const { pageAddress } = parts.workspaces.relinkOf(place.workspaceId) ?? freshRelinkSettings
      await parts.outside.page(pageAddress, typeof id === 'string' ? id : '')
    },

    'connectors:exportRows': async ({ of, answer, format, ...place }) => {
      // Another lookup may come meanwhile.
      const answered = answer === undefined ? null : parts.answers.rows(answer, place)
      const visits = parts.visits()
      let rows = 0
      async function* chunks() {
        // In the operator's order.
        const keys = 'keys' in of ? of.keys : await keysOf(place, of, answer)
        for (let from = 0; from < keys.length; from += rowsPerChunk) {
          // The history holds one place: reading two by turns would hold up both.
          if (parts.visits() !== visits) throw new AppError('outdated', exportWords.left)
          const chunk = await rowsOf(place, keys.slice(from, from + rowsPerChunk), answered)
          rows += chunk.length
          yield chunk
        }
      }
      const name = `connectors-${new Date(clock.now()).toISOString().slice(0, 10)}.${format}`
      const file = await parts.save(name, text(place, format, chunks()))
      return file === null ? null : { file, rows }
    }
  })

  /** All of one moment, which is after the operator chose the file. */
  async function* text(place: Place, format: 'csv' | 'json', chunks: AsyncIterable<ExportedRow[]>) {
    // Judges what a running refresh has brought so far.
    await history.diagnoses({ place, now: clock.now(), from: 0, count: 0 })
    if (format === 'json') yield* toJson(chunks)
    else yield* toCsv(chunks, [...recordColumns, ...diagnosisColumns, ...(await duesOf(place))])
  }

  async function keysOf(place: Place, query: ListQuery, answer: string | undefined) {
    const now = clock.now()
    return answer === undefined
      ? history.listKeys({ place, now, query, most: Infinity })
      : parts.answers.list(answer, place).keys(query, now, Infinity)
  }

  /** Files of a workspace without due times stay as they were. */
  async function duesOf(place: Place) {
    const due = await dueIn(parts, place)
    return due ? dueColumns(due) : []
  }

  /** Without those that are gone. @param answered by key, in place of what is kept */
  async function rowsOf(place: Place, keys: string[], answered: ReturnType<LastAnswer['rows']> | null) {
    const known: ExportedRow[] = await history.listByKeys({ place, now: clock.now(), keys })
    if (!answered) return known
    const diagnoses = new Map(known.map(({ key, diagnosis }) => [key, diagnosis]))
    return keys.flatMap((key) => {
      const row = answered.get(key)
      return row ? { ...row, diagnosis: diagnoses.get(key) ?? null } : []
    })
  }
}

interface ActionHandlerParts {
  history: Pick<ConnectorListStore, 'listByKeys'> & Pick<ConnectorStore, 'diagnoses'>
  clock: Clock
  actions: ConnectorActions
  links: LinkParts
  pins: ActionParts['pins']
  answers: LastAnswer
  jobs: Jobs
  syncRuns: SyncRuns
  /** @throws AppError team-read-only */
  mayChange(): Promise<void>
  save: HealthParts['save']
}

const isoTime = (ms: number) => new Date(ms).toISOString()

function actionHandlers({
  history,
  clock,
  actions,
  links,
  pins,
  answers,
  jobs,
  syncRuns,
  mayChange,
  save
}: ActionHandlerParts) {
  const act = toldJobs(jobs, 'connector-action')
  return serving({
    'connectors:operations': (place) => actions.operations(place),
    'connectors:ask': ({ requestId, filters, ...place }, context) =>
      act(requestId, context, async (signal) => {
        const answer = await actions.ask(place, filters, signal)
        const now = clock.now()
        const keys = answer.rows.map(({ key }) => key)
        // These diagnoses stay as they are.
        await history.diagnoses({ place, now, from: 0, count: 0 })
        const known = await history.listByKeys({ place, now, keys })
        const diagnoses = known.flatMap(({ diagnosis }) => diagnosis ?? [])
        answers.hold(requestId, place, answer.rows, new AnswerList(answer.rows, diagnoses, now))
        return { refused: answer.refused }
      }),
    'connectors:readOne': ({ requestId, key, ...place }, context) =>
      act(requestId, context, (signal) => actions.refreshOne(place, key, signal)),
    'connectors:delete': ({ requestId, key, ...place }, context) =>
      act(requestId, context, (signal) => actions.delete(place, key, signal)),
    'connectors:resync': ({ requestId, key, ...place }, context) =>
      act(requestId, context, (signal) => actions.resync(place, key, signal)),
    'connectors:startSyncs': async ({ requestId, keys, ...place }, context) => {
      await mayChange()
      return act(requestId, context, (signal) => syncRuns.start(place, keys, signal))
    },
    'connectors:syncRun': (place) => syncRuns.get(place),
    'connectors:stopSyncs': async ({ what, ...place }) =>
      what === 'starting' ? syncRuns.stop(place) : syncRuns.stopWatching(place),
    'connectors:exportSyncs': async (place) => {
      const run = await syncRuns.get(place)
      if (!run) throw new AppError('not-found', 'There is no group of syncs here.')
      const lines = run.syncs.map((one) => [
        one.key,
        one.endUser,
        one.integrationSlug,
        one.state,
        one.why,
        isoTime(one.at)
      ])
      const head = ['connector', 'customer', 'integration', 'state', 'why', 'at']
      const text = byteOrderMark + csvLines([head, ...lines])
      const file = await save(`syncs-${isoTime(run.startedAt).slice(0, 10)}.csv`, text)
      return file === null ? null : { file }
    },
    'connectors:newLink': ({ requestId, link, beside, ...place }, context) =>
      act(requestId, context, (signal) => newLink(links, place, link, beside, signal)),
    'connectors:pin': ({ key, pinned, ...place }) => actions.pin(place, key, pinned, new AbortController().signal),
    'connectors:pinned': async (place) => pins.keys(place)
  })
}

const filterWords = {
  noName: 'Enter a name.',
  longName: (most: number) => `Keep the name to ${most} characters.`,
  full: (most: number) => `You can save ${most} filters: delete one first.`
}

interface SavedFilterParts {
  history: SavedFilterStore
  keeping(): Keeping
  /** @throws AppError team-read-only if this desk may only read what the team shares */
  mayChange(): Promise<void>
  /** The team has something to send. */
  changed(): void
}

export function savedFilterHandlers({ history, keeping, mayChange, changed }: SavedFilterParts) {
  const list = async (workspaceId: string): Promise<SavedFilterList> => ({
    filters: await history.savedFilters({ workspaceId }),
    isKept: keeping().keeping === 'yes'
  })
  /** Viewers may change their own filters, not the team's. */
  async function allow(workspaceId: string, id: string): Promise<void> {
    const known = (await history.savedFilters({ workspaceId })).find((one) => one.id === id)
    if (known?.isShared) await mayChange()
  }
  return serving({
    'connectors:savedFilters': ({ workspaceId }) => list(workspaceId),

    async 'connectors:saveFilter'({ workspaceId, id, name: typed, filters }) {
      const name = cleanText(typed)
      if (name === '') throw refused(filterWords.noName)
      if (name.length > filterLimits.name) throw refused(filterWords.longName(filterLimits.name))
      await allow(workspaceId, id)
      if (!(await history.saveFilter({ workspaceId, id, name, filters })))
        throw refused(filterWords.full(filterLimits.own))
      changed()
      return list(workspaceId)
    },

    async 'connectors:removeFilter'({ workspaceId, id }) {
      await allow(workspaceId, id)
      await history.removeFilter({ workspaceId, id })
      changed()
      return list(workspaceId)
    }
  })
}

const refused = (message: string) => new AppError('invalid-input', message, { fields: { name: message } })

export interface ConnectorParts
  extends
    Omit<ActionParts, 'history' | 'changed' | 'workspaces'>,
    Omit<LinkParts, 'ask' | 'workspaces'>,
    Omit<HealthParts, 'answers' | 'history' | 'visits' | 'workspaces'>,
    Omit<RefreshParts, 'refreshes' | 'workspaces' | 'history' | 'twice'>,
    Pick<SavedFilterParts, 'keeping'>,
    Pick<RefreshKeeperParts, 'statusPages'> {
  history: RefreshKeeperParts['history'] & SavedFilterParts['history'] & ConnectorListStore
  bearers: Pick<BearerTokens, 'now'>
  earlier: Passing
  workspaces: Workspaces
  tellIssues(place: Place, issues: readonly Issue[]): void
  team: { told(): void; mayChange(): Promise<void> }
  failed(what: string): (error: unknown) => void
  broadcast<E extends EventName>(event: E, payload: EventPayload<E>): void
}

export function openConnectors(parts: ConnectorParts): Room<Area<'connectors'>> & {
  actions: ConnectorActions
  /** Resolves once the issues of the refreshes that ended are open. */
  settled(): Promise<void>
  /** Cancels a refresh before the workspace or region changes. */
  leave(): void
} {
  const { broadcast, failed, history, pins, team, tellIssues } = parts
  const snapshotChanged = (place: Place, snapshot: Snapshot) => {
    broadcast('connectors:snapshotChanged', { ...place, snapshot })
    team.told()
  }
  const refreshes = new RefreshKeeper({
    ...parts,
    failed: failed('The history could not keep a refresh'),
    changed: snapshotChanged,
    opened(place, issues) {
      broadcast('issues:opened', { ...place, issues })
      tellIssues(place, issues)
    }
  })
  const actions = new ConnectorActions({
    ...parts,
    changed(place) {
      history
        .lastRows({ place, after: 0, limit: 1 })
        .then(({ refresh }) => (refresh ? snapshotChanged(place, refresh) : team.told()))
        .catch(failed('The history could not read its last refresh'))
    }
  })
  const syncRuns = new SyncRuns({
    ...parts,
    actions,
    changed: (place, run) => broadcast('connectors:syncRunChanged', { ...place, run })
  })
  const answers = new LastAnswer()
  let visits = 0
  const twice = new Map<string, ReadonlySet<string>>()
  const links = { ...parts, ask: actions.ask.bind(actions) }
  return {
    actions,
    settled: () => refreshes.settled(),
    leave() {
      visits++
      parts.jobs.cancelWhere(({ kind }) => kind === refreshJob)
    },
    handlers: {
      ...refreshHandlers({ ...parts, refreshes, twice }),
      ...listHandlers({ ...parts, answers, twice: (place) => twice.get(nameOf(place)) ?? null }),
      ...healthHandlers({ ...parts, answers, visits: () => visits }),
      ...actionHandlers({ ...parts, actions, links, pins, answers, syncRuns, mayChange: () => team.mayChange() }),
      ...savedFilterHandlers({ ...parts, mayChange: () => team.mayChange(), changed: () => team.told() })
    },
    begin: () => syncRuns.begin(),
    stop: () => syncRuns.stopAll(),
    async forgetSecrets(workspaceId) {
      await pins.forgetWorkspace(workspaceId)
    },
    forgetWorkspace(workspaceId) {
      parts.tokens.forgetWorkspace(workspaceId)
      answers.forgetWorkspace(workspaceId)
      syncRuns.forgetWorkspace(workspaceId)
    }
  }
}
