import { copy } from '../kit/clipboard'
import { safeString } from '../kit/safe-text'
import { useApp } from '../records/app.svelte'
import { useCopyLink } from '../records/copy-link'
import { mayAsk } from '../records/issues-by-key'
import { useKnownIssues } from '../records/known-issues.svelte'
import { useTeam } from '../records/team.svelte'
import { useWays } from '../records/ways'
import { useConnectorDesk } from './connector-desk.svelte'
import type { ContextEntry } from '../kit/context-menu.svelte'
import type { Entry } from '../records/entry'
import { connectorEntryWords as entryWords, connectorMenuWords as words } from './words/menu'

/** The contexts for acts on a connector. Call it while a component is made. */
export const useConnectorContexts = () => ({
  app: useApp(),
  copyLink: useCopyLink(),
  inspect: useConnectorDesk(),
  issues: useKnownIssues(),
  team: useTeam(),
  ways: useWays()
})
type Elsewhere = ReturnType<typeof useConnectorContexts>

/** Its drawer opens to show progress and result. */
function refresh({ app, inspect, ways }: Elsewhere, entry: Entry): void {
  if (!app.workspace) return
  ways.showConnector(entry.key)
  void inspect.acts.show({ workspaceId: app.workspace.id, region: app.workspace.region })
  void inspect.acts.read(entry)
}

export async function copyAndSay(text: string): Promise<string> {
  return (await copy(text)) ? words.copied(safeString(text, 80)) : words.notCopied
}

/** @param say speaks the result of a copy */
export function connectorMenu(
  from: Elsewhere,
  entry: Entry,
  say: (text: string) => void = () => undefined
): ContextEntry[] {
  const { app, copyLink, inspect, issues, ways } = from
  const { connector, key } = entry
  const { endUser, originId, id } = connector
  const copying = (label: string, text: string | null): ContextEntry[] =>
    text?.trim() ? [{ label, run: () => void copyAndSay(text).then(say) }] : []
  return [
    { label: words.open, run: () => ways.showConnector(key) },
    { label: words.customer, run: () => ways.showCustomer(key) },
    ...[
      ...copying(words.copyName, endUser),
      ...copying(words.copyOriginId, originId),
      ...copying(words.copyId, id),
      ...copyLink('connector', key)
    ].map((one, at) => ({ ...one, apart: at === 0 })),
    { label: words.passthrough, run: () => ways.openInPassthrough(entry), apart: true },
    { label: words.data, run: () => ways.showData({ connectorKey: key }) },
    { label: words.mappings, run: () => ways.mapFor(key) },
    ...(issues.byKey.has(key) ? [{ label: words.issue, run: () => ways.showIssue(key) }] : []),
    {
      label: words.refresh,
      run: () => refresh(from, entry),
      apart: true,
      disabled: app.access !== 'ready' || inspect.acts.busy !== null
    }
  ]
}

/** The acts on the opened connector that the palette offers. */
export function connectorEntries(
  { app, copyLink, inspect, issues, team, ways }: Elsewhere,
  entry: Entry
): ContextEntry[] {
  const { acts, drawerActs } = inspect
  const { status, syncStatus } = entry.connector
  const disabled = app.access !== 'ready' || acts.busy !== null
  const one = issues.byKey.get(entry.key)
  const pinned = acts.isPinned(entry.key)
  const optional = (entries: ContextEntry[], when: boolean) => (when ? entries : [])
  return [
    ...(one && mayAsk(one)
      ? [{ label: entryWords.requestRelink, disabled: team.readOnly !== undefined, run: () => ways.askRelink([one]) }]
      : []),
    {
      label: entryWords.openInPassthrough,
      run: () => ways.openInPassthrough(entry)
    },
    {
      label: entryWords.viewData,
      run: () => ways.showData({ connectorKey: entry.key })
    },
    ...optional(
      [
        {
          label: entryWords.startSync,
          disabled: disabled || status === 'RELINK_NEEDED',
          run: () => void acts.resync(entry)
        }
      ],
      acts.operations.resync && syncStatus !== 'Syncing'
    ),
    { label: entryWords.refresh, disabled, run: () => void acts.read(entry) },
    {
      label: pinned ? entryWords.removeToken : entryWords.saveToken,
      disabled,
      run: () => void acts.pin(entry, !pinned)
    },
    { label: entryWords.exportEvidence, run: () => void drawerActs.saveEvidence([entry.key]) },
    ...copyLink('connector', entry.key, (link) => drawerActs.copyLink(link))
  ]
}
