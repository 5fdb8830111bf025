import type { Response } from '../../../../shared/ipc'
import type { SupportFile } from '../../../../shared/support/channels'
import type { Client } from '../../client.svelte'
import { Job } from '../../kit/job.svelte'
import { Task } from '../../kit/task.svelte'
import type { WindowCommands } from '../../kit/window-commands'

export type HelpSheet = 'shortcuts' | 'support' | 'about'

export class Help {
  opened = $state<HelpSheet | null>(null)
  readonly support: Support
  readonly built: BuiltFromList
  #client: Client

  constructor(client: Client, commands: WindowCommands) {
    this.#client = client
    this.support = new Support(client)
    this.built = new BuiltFromList(client)
    for (const sheet of ['shortcuts', 'support', 'about'] as const) commands.on(sheet, () => (this.opened = sheet))
  }

  openGuide(): void {
    this.#client.call('support:openGuide').catch(() => undefined)
  }

  /** In the system's file manager. */
  showLogs(): void {
    this.#client.call('support:showLogs').catch(() => undefined)
  }
}

class Support extends Task {
  #client: Client
  #files = $state.raw<readonly SupportFile[]>([])
  #busy = $state<'collecting' | 'saving' | null>(null)
  #saved = $state<string | null>(null)
  #job: Job | null = null

  constructor(client: Client) {
    super()
    this.#client = client
  }

  get files(): readonly SupportFile[] {
    return this.#files
  }

  get busy(): 'collecting' | 'saving' | null {
    return this.#busy
  }

  get saved(): string | null {
    return this.#saved
  }

  /** Replaces the earlier content. */
  async collect(): Promise<void> {
    const job = (this.#job = new Job(this.#client))
    this.#files = []
    this.#saved = null
    this.#busy = 'collecting'
    const collected = await this.attempt(() => job.ask('support:collect', {}))
    if (job !== this.#job) return
    this.#files = collected?.files ?? []
    this.#busy = null
  }

  async save(): Promise<void> {
    this.#busy = 'saving'
    const saved = await this.attempt(() => this.#client.call('support:save'))
    this.#busy = null
    if (saved) this.#saved = saved.file
  }

  leave(): void {
    if (this.#busy !== 'collecting') return
    this.#job?.cancel()
    this.#job = null
    this.#busy = null
  }
}

class BuiltFromList extends Task {
  #client: Client
  #about = $state.raw<Response<'support:about'> | null>(null)

  constructor(client: Client) {
    super()
    this.#client = client
  }

  get about(): Response<'support:about'> | null {
    return this.#about
  }

  async read(): Promise<void> {
    if (!this.#about) this.#about = await this.attempt(() => this.#client.call('support:about'))
  }
}
