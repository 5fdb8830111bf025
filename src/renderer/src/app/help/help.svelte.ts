import type { Client } from '../../client.svelte'
import type { WindowCommands } from '../../kit/window-commands'
import { BuiltFromList } from './built-from.svelte'
import { Support } from './support.svelte'

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
