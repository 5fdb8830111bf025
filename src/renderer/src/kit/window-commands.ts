import { createContext } from 'svelte'
import type { MenuAct } from '../../../shared/app/menu-act'
import type { WindowCommand } from '../../../shared/app/view'
import type { Client } from '../client.svelte'

/** Commands of the menu to the window. The component shown last handles a command. */
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
