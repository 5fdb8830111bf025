import { createContext } from 'svelte'
import type { MenuAct } from '../../../shared/app/menu-act'
import type { WindowCommand } from '../../../shared/app/view'
import type { Client } from '../client.svelte'

/** What the menu asks of the window. Whatever is shown says what it does then; of several, what was shown last. */
export class WindowCommands {
  #client: Client
  #listeners: { command: WindowCommand; run: () => void }[] = []

  constructor(client: Client) {
    this.#client = client
    client.on('app:command', ({ command }) => {
      // A dialog asks for an answer first.
      if (document.querySelector('dialog[open]')) return
      this.run(command)
    })
  }

  run(command: WindowCommand): void {
    this.#listeners.findLast((one) => one.command === command)?.run()
  }

  /** Does what an entry of the menu does in main. */
  inMenu(act: MenuAct): void {
    this.#client.call('app:menuAct', { act }).catch(() => undefined)
  }

  /** @returns a function that ends it */
  on(command: WindowCommand, run: () => void): () => void {
    const listener = { command, run }
    this.#listeners.push(listener)
    return () => {
      this.#listeners = this.#listeners.filter((one) => one !== listener)
    }
  }
}

export const [useWindowCommands, provideWindowCommands] = createContext<WindowCommands>()
