import { isLinkable, type LinkKind } from '../../../shared/desktop/link'
import { useClient } from '../client.svelte'
import type { ContextEntry } from '../kit/context-menu.svelte'
import { sharedWords } from '../kit/words/shared'
import { useApp } from './app.svelte'
import { useArrivals } from './arrivals.svelte'

/**
 * “Copy link” for any menu. Call it while a component is made.
 * @returns a function: an entry for a thing of the open workspace, or none for what no link can name. `then` gets the
 *   link, to copy it and to say so; left out: it is copied, and the status line says so
 */
export function useCopyLink() {
  const [client, app, arrivals] = [useClient(), useApp(), useArrivals()]
  return (
    kind: LinkKind,
    key: string,
    then: (link: string) => unknown = (link) => arrivals.copy(link)
  ): ContextEntry[] => {
    const { workspace } = app
    if (!workspace || !isLinkable(kind, key)) return []
    const of = { workspaceId: workspace.id, region: workspace.region, kind, key }
    const run = () => void client.call('desktop:writeLink', of).then(then, () => undefined)
    return [{ label: sharedWords.copyLink, run }]
  }
}
