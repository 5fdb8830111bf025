import type { WindowCommand } from '../../../../shared/model/view'
import type { Client } from '../../client.svelte'

/** What the menu asks of the window. Whatever is shown says what it does then; of several, what was shown last. */
export class WindowCommands {
  #listeners: { command: WindowCommand; run: () => void }[] = []

  constructor(client: Client) {
    client.on('app:command', ({ command }) => {
      // A dialog asks for an answer first.
      if (document.querySelector('dialog[open]')) return
      this.#listeners.findLast((one) => one.command === command)?.run()
    })
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
