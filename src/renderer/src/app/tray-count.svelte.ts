import type { Client } from '../client.svelte'
import type { App } from '../records/app.svelte'

/**
 * Tells main how many issues are open, where the operator wants to see that in the tray.
 * @param count the number beside "Issues"; null while it is not known
 * @returns a function that stops it
 */
export function tellTrayCount(client: Client, app: App, count: () => number | null): () => void {
  return $effect.root(() => {
    $effect(() => {
      if (!app.workspace || !app.state?.preferences.trayCount) return
      client.call('desktop:count', { count: count() }).catch(() => undefined)
    })
  })
}
