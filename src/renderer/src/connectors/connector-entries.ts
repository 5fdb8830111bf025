import { deskLink } from '../../../shared/desktop/link'
import type { Desk } from '../app/desk.svelte'
import type { ContextEntry } from '../kit/context-menu.svelte'
import type { Entry } from '../records/entry'
import { connectorEntryWords as words } from './words/entries'

/** What can be done with a connector: the actions of its drawer and its menu. */
export function connectorEntries(desk: Desk, entry: Entry): ContextEntry[] {
  const { app, collections, inspect, passthrough, relink, router, team } = desk
  const { acts, drawerActs } = inspect
  const { status, syncStatus } = entry.connector
  const disabled = app.access !== 'ready' || acts.busy !== null
  const one = relink.issues.byKey.get(entry.key)
  const pinned = acts.isPinned(entry.key)
  const link = deskLink('connector', entry.key)
  const optional = (entries: ContextEntry[], when: boolean) => (when ? entries : [])
  return [
    ...(one?.cause === 'relink' || one?.cause === 'incident'
      ? [{ label: words.requestRelink, disabled: team.readOnly !== undefined, run: () => relink.ask([one]) }]
      : []),
    {
      label: words.openInPassthrough,
      run: () => {
        passthrough.begin(entry)
        router.go('passthrough')
      }
    },
    {
      label: words.viewData,
      run: () => {
        collections.choose({ connectorKey: entry.key })
        router.go('data')
      }
    },
    ...optional(
      [
        { label: words.startSync, disabled: disabled || status === 'RELINK_NEEDED', run: () => void acts.resync(entry) }
      ],
      acts.operations.resync && syncStatus !== 'Syncing'
    ),
    { label: words.refresh, disabled, run: () => void acts.read(entry) },
    { label: pinned ? words.removeToken : words.saveToken, disabled, run: () => void acts.pin(entry, !pinned) },
    { label: words.exportEvidence, run: () => void drawerActs.saveEvidence([entry.key]) },
    ...(link ? [{ label: words.copyLink, run: () => void drawerActs.copyLink(link) }] : [])
  ]
}
