import { copy } from '../kit/clipboard'
import { safeString } from '../kit/safe-text'
import { useApp } from '../records/app.svelte'
import { useKnownIssues } from '../records/known-issues.svelte'
import { useTeam } from '../records/team.svelte'
import { useWays } from '../records/ways'
import { useConnectorDesk } from './connector-desk.svelte'
import type { ContextEntry } from '../kit/context-menu.svelte'
import type { Entry } from '../records/entry'
import { connectorMenuWords as words } from './words/menu'

/** The contexts for acts on a connector. Call it while a component is made. */
export const useElsewhere = () => ({
  app: useApp(),
  inspect: useConnectorDesk(),
  issues: useKnownIssues(),
  team: useTeam(),
  ways: useWays()
})
export type Elsewhere = ReturnType<typeof useElsewhere>

/** Its drawer opens to show progress and result. */
function refresh({ app, inspect, ways }: Elsewhere, entry: Entry): void {
  if (!app.workspace) return
  ways.showConnector(entry.key)
  void inspect.acts.show({ workspaceId: app.workspace.id, region: app.workspace.region })
  void inspect.acts.read(entry)
}

export async function copied(text: string): Promise<string> {
  return (await copy(text)) ? words.copied(safeString(text, 80)) : words.notCopied
}

/** @param say speaks the result of a copy */
export function connectorMenu(
  from: Elsewhere,
  entry: Entry,
  say: (text: string) => void = () => undefined
): ContextEntry[] {
  const { app, inspect, issues, ways } = from
  const { connector, key } = entry
  const { endUser, originId, id } = connector
  const copying = (label: string, text: string | null): ContextEntry[] =>
    text?.trim() ? [{ label, run: () => void copied(text).then(say) }] : []
  return [
    { label: words.open, run: () => ways.showConnector(key) },
    { label: words.customer, run: () => ways.showCustomer(key) },
    ...[
      ...copying(words.copyName, endUser),
      ...copying(words.copyOriginId, originId),
      ...copying(words.copyId, id)
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
