import { createContext } from 'svelte'
import { type AppError, toAppError } from '../../../shared/errors'
import type { Request } from '../../../shared/ipc'
import type { Place } from '../../../shared/workspaces/place'
import type { Trends as Figures, TrendSpan, TrendTable } from '../../../shared/trends/trends'
import type { Client } from '../client.svelte'
import { zone } from '../kit/format'
import { integrationName } from '../records/integration-name'

/** The view Trends: the figures of the open workspace's region, and the files made of them. */
export class Trends {
  /** What relink times are listed by. */
  by = $state<'integrations' | 'customers'>('integrations')
  #client: Client
  #place: Place | null = null
  #looking = false
  #asked = 0
  #span = $state<TrendSpan>(12)
  #figures = $state.raw<Figures | null>(null)
  #failure = $state.raw<AppError | null>(null)
  #saving = $state(false)
  #saved = $state.raw<string | null>(null)
  #notSaved = $state.raw<AppError | null>(null)

  constructor(client: Client) {
    this.#client = client
    client.on('connectors:snapshotChanged', ({ workspaceId, region }) => {
      if (workspaceId === this.#place?.workspaceId && region === this.#place.region && this.#looking) void this.read()
    })
  }

  /** null until they were read for the first time. */
  get figures(): Figures | null {
    return this.#figures
  }

  get failure(): AppError | null {
    return this.#failure
  }

  /** In weeks. */
  get span(): TrendSpan {
    return this.#span
  }

  get saving(): boolean {
    return this.#saving
  }

  /** The file that was saved last. */
  get saved(): string | null {
    return this.#saved
  }

  /** Why no file was saved. */
  get notSaved(): AppError | null {
    return this.#notSaved
  }

  /** Follows the open workspace and its region. */
  show(place: Place | null): void {
    if (place?.workspaceId === this.#place?.workspaceId && place?.region === this.#place?.region) return
    this.#place = place
    this.#asked += 1
    this.#figures = null
    this.#failure = null
    this.forget()
    if (this.#looking) void this.read()
  }

  /** The view is looked at. @returns a function for when it is left */
  look(): () => void {
    this.#looking = true
    void this.read()
    return () => (this.#looking = false)
  }

  showSpan(span: TrendSpan): void {
    this.#span = span
    void this.read()
  }

  async read(): Promise<void> {
    const of = this.#which()
    if (!of) return
    const asked = ++this.#asked
    try {
      const figures = await this.#client.call('trends:read', of)
      if (asked !== this.#asked) return
      this.#figures = figures
      this.#failure = null
    } catch (thrown) {
      if (asked === this.#asked) this.#failure = toAppError(thrown)
    }
  }

  exportTable(table: TrendTable): Promise<void> {
    return this.#save((of) => this.#client.call('trends:exportTable', { ...of, table }))
  }

  saveReport(): Promise<void> {
    const slugs = this.#figures?.integrations.rows.map(({ name }) => name) ?? []
    const names = Object.fromEntries(slugs.map((slug) => [slug, integrationName(slug)]))
    return this.#save((of) => this.#client.call('trends:saveReport', { ...of, names }))
  }

  /** Shows the file that was saved last in the system's file manager. */
  showSaved(): void {
    this.#client.call('trends:showSaved').catch((thrown: unknown) => (this.#notSaved = toAppError(thrown)))
  }

  /** Forgets how saving ended. */
  forget(): void {
    this.#saved = null
    this.#notSaved = null
  }

  #which(): Request<'trends:read'> | null {
    if (!this.#place) return null
    const { workspaceId, region } = this.#place
    return { workspaceId, region, zone, span: this.#span }
  }

  async #save(ask: (of: Request<'trends:read'>) => Promise<{ file: string } | null>): Promise<void> {
    const of = this.#which()
    if (!of || this.#saving) return
    this.forget()
    this.#saving = true
    try {
      this.#saved = (await ask(of))?.file ?? null
    } catch (thrown) {
      this.#notSaved = toAppError(thrown)
    } finally {
      this.#saving = false
    }
  }
}

export const [useTrends, provideTrends] = createContext<Trends>()
