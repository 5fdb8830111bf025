import { SvelteMap } from 'svelte/reactivity'
import type { KeptValue } from '../../../shared/passthrough/library'
import type { PassthroughDraft, Variable } from '../../../shared/passthrough/passthrough'
import type { Region } from '../../../shared/workspaces/region'
import type { Client } from '../client.svelte'
import { Task } from '../kit/task.svelte'
import type { BodyView } from '../records/viewer/body-view.svelte'
import type { ResponseView } from './response.svelte'
import type { RequestTab } from './request-tab.svelte'

/** A value of a response, for requests of the connector that answered. */
export interface ChosenValue {
  region: Region
  key: string
  endUser: string
  /** Suggested. */
  name: string
  value: string
  /** The request that brought it. */
  from: string
}

const nameOf = (region: Region, key: string) => `${region} ${key}`

/** Values of responses, each for its connector only. */
export class ConnectorValues extends Task {
  chosen = $state.raw<ChosenValue | null>(null)
  /** Of all connectors, without their values; null before `readAll`. */
  kept = $state.raw<readonly KeptValue[] | null>(null)
  #client: Client
  #workspaceId: string
  #all = new SvelteMap<string, readonly Variable[]>()

  constructor(client: Client, workspaceId: string) {
    super()
    this.#client = client
    this.#workspaceId = workspaceId
  }

  of(region: Region, key: string): readonly Variable[] {
    return this.#all.get(nameOf(region, key)) ?? []
  }

  async read(region: Region, key: string): Promise<void> {
    const workspaceId = this.#workspaceId
    const values = await this.attempt(() =>
      this.#client.call('passthrough:connectorValues', { workspaceId, region, key })
    )
    if (values) this.#all.set(nameOf(region, key), values)
  }

  /** Asks for a name. */
  async choose({ response, asSent }: RequestTab, body: BodyView, node: number): Promise<void> {
    if (!response) return
    const [value, path] = await Promise.all([body.copy(node, 'value'), body.copy(node, 'jmespath')])
    this.#ask(response, asSent, suggested(path), value)
  }

  /** Asks for a name for a selected text. */
  chooseText({ response, asSent }: RequestTab, text: string): void {
    if (response) this.#ask(response, asSent, '', text)
  }

  #ask({ result }: ResponseView, { connector, method }: PassthroughDraft, name: string, value: string): void {
    const { region, connectorKey: key, path } = result
    this.chosen = { ...{ region, key, name, value }, endUser: connector?.endUser ?? key, from: `${method} ${path}` }
  }

  /** Of all connectors. */
  async readAll(): Promise<void> {
    const workspaceId = this.#workspaceId
    this.kept = (await this.attempt(() => this.#client.call('passthrough:keptValues', { workspaceId }))) ?? this.kept
  }

  // Dialogs show the errors of these.

  async keep({ region, key, endUser, from }: ChosenValue, { name, value }: Variable): Promise<void> {
    const of = { workspaceId: this.#workspaceId, region, key }
    this.#all.set(
      nameOf(region, key),
      await this.#client.call('passthrough:keepValue', { ...of, name, value, endUser, from })
    )
  }

  async forget(region: Region, key: string, name: string): Promise<void> {
    const of = { workspaceId: this.#workspaceId, region, key }
    this.#all.set(nameOf(region, key), await this.#client.call('passthrough:forgetValue', { ...of, name }))
    if (this.kept) await this.readAll()
  }

  forgetEverything = async (): Promise<void> => {
    await this.#client.call('passthrough:forgetValues', { workspaceId: this.#workspaceId })
    this.#all.clear()
    this.kept = []
  }
}

/** The last name of a path: `data[0].id` gives `id`. */
function suggested(path: string): string {
  const names = path.match(/[A-Za-z_]\w{0,63}/g)
  return names?.at(-1) ?? ''
}
