import { copy } from '../kit/clipboard'
import { safeString } from '../kit/safe-text'
import type { Desk } from '../app/desk.svelte'
import type { ContextEntry } from '../kit/context-menu.svelte'
import type { Entry } from '../records/entry'
import { connectorMenuWords as words } from './words/menu'

export function openInPassthrough({ passthrough, router }: Desk, entry: Entry): void {
  passthrough.begin(entry)
  router.go('passthrough')
}

export function openData({ collections, router }: Desk, { key }: Entry): void {
  collections.choose({ connectorKey: key })
  router.go('data')
}

export function openInMappings({ mappings, router }: Desk, { key }: Entry): void {
  mappings.bench?.beginFor(key)
  router.go('mappings')
}

/** Its drawer opens, where the progress and the result are shown. */
function refresh(desk: Desk, entry: Entry): void {
  const { app, inspect } = desk
  if (!app.workspace) return
  desk.showConnector(entry.key)
  void inspect.acts.show({ workspaceId: app.workspace.id, region: app.workspace.region })
  void inspect.acts.read(entry)
}

/** @returns what became of it, to be read out */
export async function copied(text: string): Promise<string> {
  return (await copy(text)) ? words.copied(safeString(text, 80)) : words.notCopied
}

/** What the context menu of a connector offers. @param say reads out what became of a copy */
export function connectorMenu(desk: Desk, entry: Entry, say: (text: string) => void = () => undefined): ContextEntry[] {
  const { app, inspect, relink } = desk
  const { connector, key } = entry
  const { endUser, originId, id } = connector
  const copying = (label: string, text: string | null): ContextEntry[] =>
    text?.trim() ? [{ label, run: () => void copied(text).then(say) }] : []
  return [
    { label: words.open, run: () => desk.showConnector(key) },
    { label: words.customer, run: () => desk.showCustomer(key) },
    ...[
      ...copying(words.copyName, endUser),
      ...copying(words.copyOriginId, originId),
      ...copying(words.copyId, id)
    ].map((one, at) => ({ ...one, apart: at === 0 })),
    { label: words.passthrough, run: () => openInPassthrough(desk, entry), apart: true },
    { label: words.data, run: () => openData(desk, entry) },
    { label: words.mappings, run: () => openInMappings(desk, entry) },
    ...(relink.issues.byKey.has(key) ? [{ label: words.issue, run: () => desk.showIssue(key) }] : []),
    {
      label: words.refresh,
      run: () => refresh(desk, entry),
      apart: true,
      disabled: app.access !== 'ready' || inspect.acts.busy !== null
    }
  ]
}
