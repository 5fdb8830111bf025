import { catalogue } from '../../../shared/data/catalogue'
import type { Request } from '../../../shared/ipc'
import type { SampleSet } from '../../../shared/mappings/lab'
import type { CustomField } from '../../../shared/mappings/mapping'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'
import type { Place } from '../../../shared/workspaces/place'
import { Task } from '../kit/task.svelte'
import { sampleWords } from './words/samples'
import type { ConnectorList } from '../records/connector-list.svelte'
import type { Entry } from '../records/entry'
import type { Front, Lab } from './lab.svelte'
import { sameCategory, type ChosenScope } from './scopes'

export interface SampleSource {
  key: string
  name: string
}

const words = sampleWords.taking

export const usualRecords = 200

/**
 * The chosen connector, or a linked and active one of the chosen integration; and the collection of the field's model.
 *
 * @param before the key of the earlier one: it stays while it fits
 */
export function usualSource(
  of: { scope: ChosenScope; field: CustomField | null } | null,
  list: Pick<ConnectorList, 'get' | 'totals'> | null,
  before: string | null = null
): { entry: Entry | null; path: string } {
  const { scope, field } = of ?? {}
  const category = field?.category ?? null
  const path = collectionFor(field?.model ?? '', category)
  if (!list || !scope) return { entry: null, path }
  if (scope.kind === 'connector') return { entry: scope.key === null ? null : list.get(scope.key), path }
  const earlier = before === null ? null : list.get(before)
  if (earlier && isUsual(earlier) && earlier.integrationSlug === scope.slug && sameCategory(category, earlier.category))
    return { entry: earlier, path }
  const total = list.totals.find(
    (one) => one.slug === scope.slug && one.usual !== null && sameCategory(category, one.category)
  )
  return { entry: total?.usual == null ? null : list.get(total.usual), path }
}

const isUsual = ({ connector: { status, isActive } }: Entry) => status === 'COMPLETE' && isActive !== false

/** "employee" → employees; or the category's first collection. */
function collectionFor(model: string, category: string | null): string {
  const ofCategory = catalogue.filter((one) => one.needsConnector && sameCategory(category, one.category ?? ''))
  const bare = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '')
  const wanted = bare(model)
  const fits = (path: string) => {
    const name = bare(path.slice(path.lastIndexOf('/') + 1))
    return name === wanted || name === `${wanted}s` || name === `${wanted.replace(/y$/, 'ie')}s`
  }
  return (ofCategory.find(({ path }) => fits(path)) ?? ofCategory[0])?.path ?? ''
}

type RawDataFrom = Request<'mappings:takeRawData'>['from']

/** One payload at a time. */
export class Samples extends Task {
  #client: Client
  #place: Place
  #lab: Lab
  #taking = $state.raw<{ what: string; job: Job | null } | null>(null)

  #noSample = $state(false)

  constructor(client: Client, place: Place, lab: Lab) {
    super()
    this.#client = client
    this.#place = place
    this.#lab = lab
  }

  get taking(): string | null {
    return this.#taking?.what ?? null
  }

  get noSample(): boolean {
    return this.#noSample
  }

  get cancellable(): boolean {
    return this.#taking?.job != null
  }

  collection({ key, name }: SampleSource, path: string, most: number): Promise<boolean> {
    const job = new Job(this.#client)
    return this.#take(words.collection, job, () =>
      job.ask('mappings:takeCollection', { ...this.#place, key, name, path, most })
    )
  }

  rawData(from: RawDataFrom, name: string, model: string): Promise<boolean> {
    const job = new Job(this.#client)
    return this.#take(words.rawData, job, async () => {
      const set = await job.ask('mappings:takeRawData', { ...this.#place, from, name, model })
      this.#noSample = set === null
      return set
    })
  }

  file(): Promise<boolean> {
    return this.#take(words.file, null, () => this.#client.call('mappings:takeFile', this.#place))
  }

  paste(text: string, name: string): Promise<boolean> {
    return this.#take(words.paste, null, () => this.#client.call('mappings:takePaste', { ...this.#place, text, name }))
  }

  /** @param index the current item */
  items(of: Front, node: number, index: number): Promise<boolean> {
    return this.#take(words.items, null, () => this.#client.call('mappings:takeItems', { ...of, node }), index)
  }

  /** @param connectorKey null if unknown */
  response(responseId: string, name: string, connectorKey: string | null): Promise<boolean> {
    return this.#take(words.response, null, () =>
      this.#client.call('mappings:takeResponse', { ...this.#place, responseId, name, connectorKey })
    )
  }

  override cancel(): void {
    this.#taking?.job?.cancel()
  }

  /** @returns true if it took a sample */
  async #take(what: string, job: Job | null, ask: () => Promise<SampleSet | null>, index = 0): Promise<boolean> {
    if (this.#taking) return false
    this.#taking = { what, job }
    this.#noSample = false
    const set = await this.attempt(ask)
    this.#taking = null
    if (set) await this.#lab.add(set, Math.min(index, Math.max(0, set.records - 1)))
    return set !== null
  }
}
