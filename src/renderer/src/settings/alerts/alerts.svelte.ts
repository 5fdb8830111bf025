import { createContext } from 'svelte'
import type { AlertMessage } from '../../../../shared/alerts/rule'
import type { Request, Response } from '../../../../shared/ipc'
import type { Place } from '../../../../shared/workspaces/place'
import type { Client } from '../../client.svelte'

/** Alert rules: main keeps, judges and sends them. */
export class AlertRules {
  #client: Client
  #changes = $state(0)
  /** The page is open below Settings. */
  open = $state(false)

  constructor(client: Client) {
    this.#client = client
    client.on('alerts:changed', () => this.#changes++)
  }

  /** Reactive: who shows rules reads them again. */
  get changes(): number {
    return this.#changes
  }

  list(workspaceId: string): Promise<Response<'alerts:list'>> {
    return this.#client.call('alerts:list', { workspaceId })
  }

  /** Main asks the person. @returns false if the rule was changed meanwhile */
  async save(asked: Request<'alerts:save'>): Promise<boolean> {
    return (await this.#client.call('alerts:save', asked)).saved
  }

  past(asked: Request<'alerts:past'>): Promise<Response<'alerts:past'>> {
    return this.#client.call('alerts:past', asked)
  }

  turn(workspaceId: string, id: string, on: boolean): Promise<void> {
    return this.#client.call('alerts:turn', { workspaceId, id, on })
  }

  remove(workspaceId: string, id: string): Promise<void> {
    return this.#client.call('alerts:remove', { workspaceId, id })
  }

  /** Ends what was agreed to. */
  end(workspaceId: string, id: string): Promise<void> {
    return this.#client.call('settings:endConsent', { workspaceId, rule: id })
  }

  test(place: Place, id: string): Promise<AlertMessage> {
    return this.#client.call('alerts:test', { ...place, id })
  }
}

export const [useAlertRules, provideAlertRules] = createContext<AlertRules>()
