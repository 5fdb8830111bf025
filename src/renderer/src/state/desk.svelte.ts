import { createContext } from 'svelte'
import type { Client } from '../client.svelte'
import { App } from './app.svelte'
import { Budgets } from './budgets.svelte'
import { Clock } from './clock.svelte'
import { Connectors } from './connectors.svelte'
import { GridView } from './grid-view.svelte'
import { Router } from './router.svelte'

/** Everything the window keeps, made once from a client. Views get it from the context; nothing is global. */
export class Desk {
  readonly clock = new Clock()
  readonly router = new Router()
  readonly app: App
  readonly connectors: Connectors
  readonly budgets: Budgets
  readonly grid: GridView

  constructor(client: Client) {
    this.connectors = new Connectors(client)
    this.budgets = new Budgets(client)
    this.grid = new GridView(this.connectors)
    this.app = new App(client, () => this.#follow())
  }

  /** @returns a function that stops what runs by itself */
  start(): () => void {
    const stops = [this.clock.start(), this.router.start()]
    void this.app.load()
    return () => stops.forEach((stop) => stop())
  }

  /** Brings the lists along with what main says is open. */
  #follow(): void {
    this.connectors.retain(this.app.state?.workspaces ?? [])
    this.connectors.show(this.app.workspace, this.app.access === 'ready')
  }
}

export const [useDesk, provideDesk] = createContext<Desk>()
