import type { Workspace } from '../../../shared/workspaces/workspace'
import type { Bench } from './bench.svelte'
import { copyAs } from './copy-as'
import type { RequestTab } from './request-tab.svelte'
import type { ContextEntry } from '../kit/context-menu.svelte'
import { requestEntryWords as words } from './words/entries'

/** Acts of the view, because they ask first. */
interface ViewActs {
  send: () => void
  save: () => void
  importCurl: () => void
  variables: () => void
}

export function requestEntries(
  bench: Bench,
  tab: RequestTab,
  acts: ViewActs,
  workspace: Workspace | null
): ContextEntry[] {
  const { tabs } = bench
  const { running, response } = tab
  return [
    running
      ? { label: words.cancel, shortcut: 'cancel-send', run: () => tab.sending?.cancel() }
      : { label: words.send, shortcut: 'send', run: acts.send },
    { label: words.save, shortcut: 'save-request', run: acts.save },
    { label: words.create, shortcut: 'new-request', run: () => tabs.open() },
    { label: words.duplicate, run: () => tabs.duplicate(tab) },
    { label: words.reopen, shortcut: 'reopen-request', disabled: !tabs.canReopen, run: () => tabs.reopen() },
    {
      label: words.find,
      shortcut: 'find',
      disabled: !response?.body,
      run: () => response && (response.finding = true)
    },
    { label: words.importCurl, run: acts.importCurl },
    ...(['curl', 'httpie', 'fetch'] as const).map((form) => ({
      label: words.copyAs[form],
      run: () => void copyAs(form, tab.draft, bench.variables, workspace)
    })),
    { label: words.variables, run: acts.variables }
  ]
}
