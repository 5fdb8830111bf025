import { type AppError, toAppError } from '../../../../shared/errors'
import type { ActivityCall, CallFilters } from '../../../../shared/model/call'
import type { Client } from '../../client.svelte'

const page = 200

/** Calls that were made, newest first, as far as they were read. */
export class CallList {
  #client: Client
  #asked: { workspaceId: string; filters: CallFilters } | null = null
  #calls = $state.raw<readonly ActivityCall[] | null>(null)
  #total = $state(0)
  #readings = $state(0)
  #next = $state<number | null>(null)
  #failure = $state.raw<AppError | null>(null)
  #reading = $state(false)

  constructor(client: Client) {
    this.#client = client
  }

  /** null until they were read for the first time. */
  get calls(): readonly ActivityCall[] | null {
    return this.#calls
  }

  /** All that the filters let through, read or not. */
  get total(): number {
    return this.#total
  }

  /** How often it was read from the newest on: the rows of one reading are not those of the next. */
  get readings(): number {
    return this.#readings
  }

  get reading(): boolean {
    return this.#reading
  }

  get failure(): AppError | null {
    return this.#failure
  }

  forget(): void {
    this.#asked = null
    this.#calls = null
    this.#total = 0
    this.#next = null
    this.#failure = null
    this.#reading = false
  }

  /** Reads from the newest on. What was read before stays until then. */
  async read(workspaceId: string, filters: CallFilters): Promise<void> {
    const asked = (this.#asked = { workspaceId, filters })
    await this.#attempt(asked, async () => {
      const list = await this.#client.call('activity:list', { ...asked, limit: page })
      if (asked !== this.#asked) return
      this.#calls = list.calls
      this.#readings += 1
      this.#total = list.total
      this.#next = list.next
    })
  }

  /** Reads on, where there is more and nothing is being read. */
  async more(): Promise<void> {
    const [asked, before] = [this.#asked, this.#next]
    if (!asked || before === null || this.#reading) return
    await this.#attempt(asked, async () => {
      const list = await this.#client.call('activity:list', { ...asked, before, limit: page })
      if (asked !== this.#asked) return
      this.#calls = [...(this.#calls ?? []), ...list.calls]
      this.#next = list.next
    })
  }

  /** Only the latest request counts. */
  async #attempt(asked: object, act: () => Promise<void>): Promise<void> {
    this.#reading = true
    this.#failure = null
    try {
      await act()
    } catch (thrown) {
      if (asked === this.#asked) this.#failure = toAppError(thrown)
    } finally {
      if (asked === this.#asked) this.#reading = false
    }
  }
}
