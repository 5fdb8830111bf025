import type { Place } from '../../../shared/workspaces/place'
import { columnsOf } from '../../store/tables/connectors/page-lines'
import type { Category } from '../../../shared/connectors/category'
import { partOf, endOf } from '../../store/tables/connectors/refreshes'
import { Trouble } from '../trouble'
import { lastSeqOf, namesOf } from './look'
import { publishRefresh, type Publication, type PublicationParts } from './publish'
import { readShared, type ReadParts } from './read'
import { turnOf, type Turn, type TurnOf, type TurnParts } from './turn'
import type { ConnectorStore } from '../../connectors/store'
import type { OwnRefresh, RefreshSharing, TakenRefresh } from '../../connectors/refresh-sharing'

/** Diagnoses of a message. */
const atOnce = 5_000

export interface SharedRefreshesParts extends TurnParts {
  /** null if not shared */
  serviceOf: (place: Place) => string | null
  rows: ReadParts['store'] & Pick<ConnectorStore, 'diagnoses'>
  masker: PublicationParts['masker'] & ReadParts['masker'] & TurnParts['masker']
  /** Why the team lacks this desk's last refresh; else null. */
  unshared: (why: string | null) => void
}

/** After any failure of the team, this desk refreshes by itself. */
export class SharedRefreshes implements RefreshSharing {
  constructor(private readonly parts: SharedRefreshesParts) {}

  async begin(asked: Parameters<RefreshSharing['begin']>[0]): Promise<OwnRefresh | TakenRefresh> {
    const of = { ...asked, service: this.parts.serviceOf(asked.place) }
    const turn = await turnOf(this.parts, of)
    if (turn.kind === 'lead') return this.lead(of, turn)
    let why = turn.kind === 'alone' ? turn.why : null
    if (turn.kind === 'take') {
      try {
        return await this.take(of, turn)
      } catch (thrown) {
        why = this.wordsOf(thrown)
      }
    }
    this.parts.unshared(why)
    const nothing = () => undefined
    return { kind: 'own', page: nothing, named: nothing, end: async () => undefined, drop: nothing }
  }

  private lead({ place, signal }: TurnOf, { team, source, lease }: Turn & { kind: 'lead' }): OwnRefresh {
    const { parts } = this
    const publishing = publishRefresh({ connection: team.connection, masker: parts.masker }, lease)
    publishing.catch((thrown: unknown) => {
      this.wordsOf(thrown)
      return lease.give()
    })
    lease.lost.addEventListener('abort', () => parts.unshared(this.wordsOf(lease.lost.reason)))
    parts.unshared(null)
    const publish = (work: (to: Publication) => Promise<unknown>) => publishing.then(work).catch(() => undefined)
    return {
      kind: 'own',
      drop: () => void lease.give(),
      named: (names) => void publish((to) => to.named(names)),
      page: (linesOf) => {
        const lines = linesOf()
        void publish((to) => to.page(lines))
      },
      end: async (progress, refresh) => {
        await publish(async (to) => {
          if (!signal.aborted) await this.judge(place, to)
          if (!(await to.end(progress)) || refresh === null) return
          const lastSeq = await lastSeqOf(team.connection, lease)
          if (lastSeq === null) return
          const whole = endOf(progress.categories.map(partOf)) === 'complete' ? { readTo: lastSeq, refresh } : null
          await parts.store.keepRead({ place, ...source, number: lease.number, whole })
        })
        lease.stop()
      }
    }
  }

  private async judge(place: Place, to: Publication): Promise<void> {
    const { clock, rows } = this.parts
    const now = clock.now()
    for (let from: number | null = 0; from !== null;) {
      const chunk: Awaited<ReturnType<typeof rows.diagnoses>> = await rows.diagnoses({
        place,
        now,
        from,
        count: atOnce
      })
      await to.judged(
        chunk.rows.map(({ key, kind }) => {
          const { category, id } = columnsOf(key)
          return { category: category as Category, id, verdict: kind }
        })
      )
      from = chunk.next
    }
  }

  private async take(
    { place }: TurnOf,
    { team, source, refresh, soFar }: Turn & { kind: 'take' }
  ): Promise<TakenRefresh> {
    const { clock, masker, rows: kept, store } = this.parts
    const finishedAt = clock.now() - refresh.age
    const of = { place, source, refresh, soFar }
    const { rows, isAll } = await readShared({ connection: team.connection, store: kept, masker }, of)
    const names = await namesOf(team.connection, source, refresh.number)
    this.parts.unshared(null)
    return {
      kind: 'taken',
      names,
      progress: {
        ...{ startedAt: finishedAt - refresh.took, finishedAt, categories: refresh.categories },
        team: { kind: 'taken', name: refresh.name }
      },
      rows,
      end: async (number) => {
        const whole =
          refresh.isComplete && isAll && number !== null ? { readTo: refresh.lastSeq, refresh: number } : null
        await store.keepRead({ place, ...source, number: refresh.number, whole })
      }
    }
  }

  /** Any error but Trouble is a fault of this app. */
  private wordsOf(thrown: unknown): string {
    if (!(thrown instanceof Trouble)) this.parts.failed(thrown)
    return (thrown as Error).message
  }
}
