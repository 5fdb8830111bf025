import { deskLink } from '../../../shared/desktop/link'
import type { ContextEntry } from '../kit/context-menu.svelte'
import type { Entry } from '../records/entry'
import type { Elsewhere } from './connector-menu'
import { connectorEntryWords as words } from './words/entries'

export function connectorEntries({ app, inspect, issues, team, ways }: Elsewhere, entry: Entry): ContextEntry[] {
  const { acts, drawerActs } = inspect
  const { status, syncStatus } = entry.connector
  const disabled = app.access !== 'ready' || acts.busy !== null
  const one = issues.byKey.get(entry.key)
  const pinned = acts.isPinned(entry.key)
  const link = deskLink('connector', entry.key)
  const optional = (entries: ContextEntry[], when: boolean) => (when ? entries : [])
  return [
    ...(one?.cause === 'relink' || one?.cause === 'incident'
      ? [{ label: words.requestRelink, disabled: team.readOnly !== undefined, run: () => ways.askRelink([one]) }]
      : []),
    {
      label: words.openInPassthrough,
      run: () => ways.openInPassthrough(entry)
    },
    {
      label: words.viewData,
      run: () => ways.showData({ connectorKey: entry.key })
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
