import type { ServiceFilters } from '../../../shared/connectors/channels'
import type { Category } from '../../../shared/connectors/category'
import type { Client } from '../client.svelte'
import type { Place } from '../../../shared/workspaces/place'
import { ConnectorList } from '../records/connector-list.svelte'
import type { Connectors } from '../records/connectors.svelte'
import { Job } from '../kit/job.svelte'
import { Task } from '../kit/task.svelte'
import { lookUpWords } from './words/lookup'

/** The API's answer: its own list, apart from the rows of refreshes. */
interface ServiceAnswer {
  requestId: string
  list: ConnectorList
  /** The question, without the token. */
  words: string
  /** Categories the token has no access to: nothing is known about them. */
  refused: readonly Category[]
  /** ms since 1970 */
  at: number
}

/** Questions that the API filters itself. A typed token goes into the request and is not kept here. */
export class AskService extends Task {
  #client: Client
  #connectors: Connectors
  #now: () => number
  #answer = $state.raw<ServiceAnswer | null>(null)

  constructor(client: Client, connectors: Connectors, now = Date.now) {
    super()
    this.#client = client
    this.#connectors = connectors
    this.#now = now
  }

  /** Only while its workspace and region are in view. */
  answer: ServiceAnswer | null = $derived.by(() => {
    const active = this.#connectors.active
    const list = this.#answer?.list
    return list && list.workspaceId === active?.workspaceId && list.region === active.region ? this.#answer : null
  })

  async look(place: Place, filters: ServiceFilters): Promise<boolean> {
    const job = new Job(this.#client, place)
    let answered = false
    await this.ask(
      job,
      () => job.ask('connectors:ask', { ...place, filters }),
      ({ refused = [] }) => {
        const { requestId } = job
        const list = new ConnectorList(this.#client, place.workspaceId, place.region, requestId)
        void list.change()
        this.#answer = { requestId, list, words: wordsOf(filters), refused, at: this.#now() }
        answered = true
      }
    )
    return answered
  }

  leave(): void {
    this.#answer = null
    this.forgetFailure()
  }
}

function wordsOf({ connectorToken, isActive, originId }: ServiceFilters): string {
  return [
    ...(connectorToken ? [lookUpWords.filter('connector_token', lookUpWords.typedToken)] : []),
    ...(isActive === undefined ? [] : [lookUpWords.filter('is_active', String(isActive))]),
    ...(originId ? [lookUpWords.filter('origin_id', originId)] : [])
  ].join(lookUpWords.and)
}
