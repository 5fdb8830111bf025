import { categories, type Category } from '../../shared/connectors/category'
import type { ConnectorRecord } from '../../shared/connectors/connector'
import type { HeldList, ListQuery } from '../../shared/connectors/list/held-list'
import {
  type IntegrationTotal,
  keptList,
  type KeptList,
  type ListTally,
  type ListWithin,
  type ShownRow
} from '../../shared/connectors/list/listed'
import type { ListedRow } from '../../shared/connectors/list/listed-row'
import {
  type AnswerList,
  customerIn,
  diagnosisOf,
  isStillSo,
  matchIn,
  testOf,
  totalsOf
} from '../../shared/connectors/list/questions'
import { mostShown, type Filters } from '../../shared/connectors/list/query'
import type { ToldIssues } from '../../shared/issues/told'
import type { Request, Response } from '../../shared/ipc'
import type { Place } from '../../shared/workspaces/place'
import type { Clock } from '../base/clock'
import { serving } from '../base/room'
import type { Remote } from '../base/thread'
import type { Passing } from '../base/turns'
import { nameOf, type Judged } from '../issues/judged'
import type { ConnectorTokens } from '../secrets/connector-tokens'
import type { KeptStore } from '../store/kept-store'

/** Rows kept for the next start: those of the tallest window. */
const mostKept = 120

/** Main adds the token's handle, and what a refresh brought twice. */
export type HeldRow = Omit<ShownRow, 'tokenRef' | 'twice'>

interface Asked {
  place: Place
  /** ms since 1970: ages and judgments count to it. */
  now: number
}

/** Lists of connectors that are not gone: the window asks for what it shows. */
export interface ListMethods {
  /**
   * @param of.from place in the order; to: not itself in the answer
   * @param of.at the key whose position is asked for; -1 where it is not in the list
   * @returns `settled` false while rows change faster than they can be put in order: ask again soon
   */
  listRows(
    of: Asked & {
      query: ListQuery
      from: number
      to: number
      at?: string | undefined
      within?: ListWithin | undefined
    }
  ): {
    count: number
    position: number
    rows: HeldRow[]
    settled: boolean
  }
  listKeys(of: Asked & { query: ListQuery; most: number }): string[]
  /** How many connectors each of these finds. */
  listCounts(of: Asked & { filters: Filters[] }): number[]
  /** See `connectors:kept`. */
  keptList(of: { place: Place }): KeptList | null
  /** Unknown keys are left out. */
  listByKeys(of: Asked & { keys: string[] }): HeldRow[]
  /** @param of.keys null for all; see `HeldList.find` */
  listFind(of: Asked & { text: string; by: 'any' | 'whose'; category: Category | null; keys: string[] | null }): {
    rows: HeldRow[]
    total: number
  }
  /**
   * `older` by the latest refresh, which may still run.
   * @param of.refreshed false before the first refresh of this session: then all are older
   * @param of.names as `connectors:names` told them: this thread may have started again
   */
  listTally(of: Asked & { refreshed: boolean; names: Readonly<Record<string, string>> }): ListTally
  /** How many open issues of what was told the latest refresh has seen again, each as it was. */
  listConfirmed(of: Asked & { version: string }): number
  /** See `connectors:customer`. */
  listCustomer(of: Asked & { of: Request<'connectors:customer'>['of'] }): { own: HeldRow[]; namesakes: HeldRow[] }
  /** See `connectors:match`. */
  listMatch(of: Asked & Pick<Request<'connectors:match'>, 'by' | 'integration' | 'texts'>): Response<'connectors:match'>
  /** Connectors of each category and integration, test connectors too. */
  listIntegrations(of: Asked): IntegrationTotal[]
}

export type ConnectorListStore = Remote<ListMethods>

export function listMethods(
  store: KeptStore,
  judged: Judged,
  told: Pick<ToldIssues, 'open'>
): { methods: ListMethods; end: () => void } {
  /** The last query of a list from its top. */
  let shownLast: (Asked & { query: ListQuery }) | null = null
  const read = new Set<string>()

  function listOf({ place, now }: Asked): HeldList {
    const list = judged.list(place, now)
    // Outdated from now on, even if this session crashes.
    if (!read.has(nameOf(place))) store.run(({ shownLists }) => shownLists.drop(place))
    read.add(nameOf(place))
    return list
  }

  /** Reads the records: the list holds what it sorts and finds by. */
  function shown(place: Place, rows: readonly ListedRow[]): HeldRow[] {
    const subjects = judged.subjects(place)
    const known = store.run(({ connectors }) => connectors.known(rows.map(({ number }) => number)))
    const records = new Map<number, ConnectorRecord>(known.map(({ id, record }) => [id, record]))
    return rows.flatMap((row) => {
      const { key, category } = row
      const record = records.get(row.number)
      const seenAt = subjects.get(row.number)?.seenAt
      return record && seenAt !== undefined ? { key, category, record, seenAt, diagnosis: diagnosisOf(row) } : []
    })
  }

  const methods: ListMethods = {
    listRows({ query, from, to, at, within, ...asked }) {
      const answer = listOf(asked).ask(query, asked.now, { within: within && testOf(within) })
      if (!within) shownLast = { ...asked, query }
      const position = at === undefined ? -1 : answer.positionOf(at)
      const { count, settled } = answer
      return { count, position, settled, rows: shown(asked.place, answer.rows(from, to)) }
    },

    listKeys({ query, most, ...asked }) {
      judged.showAll(asked.place)
      const answer = listOf(asked).ask(query, asked.now, { settled: true })
      return answer.rows(0, most).map(({ key }) => key)
    },

    listCounts({ filters, ...asked }) {
      const list = listOf(asked)
      return filters.map((one) => list.count(one, asked.now))
    },

    keptList({ place }) {
      const bytes = read.has(nameOf(place)) ? null : store.run(({ shownLists }) => shownLists.get(place))
      if (!bytes) return null
      try {
        return keptList.parse(JSON.parse(Buffer.from(bytes).toString()))
      } catch {
        return null
      }
    },

    listByKeys({ keys, ...asked }) {
      const list = listOf(asked)
      return shown(
        asked.place,
        keys.flatMap((key) => list.get(key) ?? [])
      )
    },

    listFind({ text, by, category, keys, ...asked }) {
      const { found, total } = listOf(asked).find(text, by, category, keys)
      return { rows: shown(asked.place, found), total }
    },

    listTally({ refreshed, names, ...asked }) {
      const since = refreshed ? (store.run(({ refreshes }) => refreshes.latestStart(asked.place)) ?? 0) : Infinity
      const older = new Map<Category, ListTally['older'][number]>()
      for (const { category, seenAt } of judged.subjects(asked.place).values()) {
        if (seenAt >= since) continue
        const one = older.get(category) ?? { category, count: 0, since: seenAt }
        older.set(category, { category, count: one.count + 1, since: Math.min(one.since, seenAt) })
      }
      const list = listOf(asked)
      list.show(names)
      return { ...list.tally(), older: categories.flatMap((category) => older.get(category) ?? []) }
    },

    listConfirmed({ version, ...asked }) {
      const since = store.run(({ refreshes }) => refreshes.latestStart(asked.place)) ?? Infinity
      const [list, subjects] = [listOf(asked), judged.subjects(asked.place)]
      return told.open(version).filter(({ key, cause }) => {
        const row = list.get(key)
        const seenAt = row && subjects.get(row.number)?.seenAt
        return row && seenAt !== undefined && seenAt >= since && isStillSo(cause, row)
      }).length
    },

    listCustomer({ of, ...asked }) {
      const { own, namesakes } = customerIn(listOf(asked), of)
      return { own: shown(asked.place, own), namesakes: shown(asked.place, namesakes) }
    },

    listMatch: (asked) => matchIn(listOf(asked), asked),

    listIntegrations: (asked) => totalsOf(listOf(asked))
  }

  /** Saves what was shown: the next start must not wait until all connectors are read. */
  function end(): void {
    // A store in memory ends with the session.
    if (!shownLast || store.keeping.keeping !== 'yes') return
    const { place, query } = shownLast
    // Its workspace was removed, or another place was read since: the quit does not wait for this one again.
    if (!judged.has(place)) return
    const { count, rows } = methods.listRows({ ...shownLast, from: 0, to: mostKept })
    const kept: KeptList = {
      ...{ query, count, tally: methods.listTally({ ...shownLast, refreshed: false, names: {} }) },
      rows: rows.map((row) => ({ ...row, tokenRef: null, twice: false }))
    }
    store.run(({ shownLists }) => shownLists.put(place, shownLast?.now ?? 0, Buffer.from(JSON.stringify(kept))))
  }

  return { methods, end }
}

export interface ListParts {
  history: ConnectorListStore
  clock: Clock
  tokens: Pick<ConnectorTokens, 'find'>
  earlier: Pick<Passing, 'run'>
  /** @throws AppError not-found after another lookup */
  answers: { list(requestId: string, place: Place): AnswerList }
  /** Keys that the latest refresh of a place brought more than once; null before the first of this session. */
  twice(place: Place): ReadonlySet<string> | null
}

export function listHandlers({ history, clock, tokens, earlier, answers, twice }: ListParts) {
  const shown = (place: Place, rows: readonly HeldRow[]): ShownRow[] =>
    rows.map((row) => ({
      ...row,
      tokenRef: tokens.find({ ...place, key: row.key })?.ref ?? null,
      twice: twice(place)?.has(row.key) ?? false
    }))
  const names = new Map<string, Readonly<Record<string, string>>>()
  const namesIn = (place: Place) => names.get(nameOf(place)) ?? {}
  function answered(requestId: string, place: Place): AnswerList {
    const list = answers.list(requestId, place)
    list.show(namesIn(place))
    return list
  }
  return serving({
    async 'connectors:list'({ filters, sort, from, to: wanted, at, within, answer, ...place }) {
      const now = clock.now()
      const to = Math.min(wanted, from + mostShown)
      const query = { filters, sort }
      if (answer !== undefined) return answered(answer, place).rows(query, now, from, to, at)
      const { rows, ...list } = await history.listRows({ place, now, query, from, to, at, within })
      return { ...list, rows: shown(place, rows) }
    },
    async 'connectors:listKeys'({ filters, sort, most, answer, ...place }) {
      const asked = { place, now: clock.now(), query: { filters, sort }, most }
      return answer === undefined ? history.listKeys(asked) : answered(answer, place).keys(asked.query, asked.now, most)
    },
    'connectors:listCounts': async ({ filters, answer, ...place }) =>
      answer === undefined
        ? history.listCounts({ place, now: clock.now(), filters })
        : answered(answer, place).counts(filters, clock.now()),
    'connectors:kept': (place) => earlier.run(history.keptList({ place })),
    async 'connectors:names'({ names: told, ...place }) {
      names.set(nameOf(place), told)
    },
    'connectors:tally': async ({ answer, ...place }) =>
      answer === undefined
        ? history.listTally({ place, now: clock.now(), refreshed: twice(place) !== null, names: namesIn(place) })
        : answered(answer, place).tally(),
    'connectors:rowsOf': async ({ keys, ...place }) =>
      shown(place, await history.listByKeys({ place, now: clock.now(), keys })),
    async 'connectors:find'({ text, by, category, keys, ...place }) {
      const { rows, total } = await history.listFind({ place, now: clock.now(), text, by, category, keys })
      return { rows: shown(place, rows), total }
    },
    'connectors:confirmed': ({ version, ...place }) => history.listConfirmed({ place, now: clock.now(), version }),
    async 'connectors:customer'({ of, ...place }) {
      const { own, namesakes } = await history.listCustomer({ place, now: clock.now(), of })
      return { own: shown(place, own), namesakes: shown(place, namesakes) }
    },
    'connectors:match': ({ by, integration, texts, ...place }) =>
      history.listMatch({ place, now: clock.now(), by, integration, texts }),
    'connectors:integrationTotals': (place) => history.listIntegrations({ place, now: clock.now() })
  })
}
