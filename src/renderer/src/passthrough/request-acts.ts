import type { Workspace } from '../../../shared/workspaces/workspace'
import type { Bench } from './bench.svelte'
import type { RequestTab } from './request-tab.svelte'
import type { ContextEntry } from '../kit/context-menu.svelte'
import { pressed } from '../kit/keys/shortcut'
import { requestWords } from './words/request'

const words = requestWords.entries

/** Acts of the view, because they ask first. */
interface ViewActs {
  send: () => void
  save: () => void
  importCurl: () => void
  variables: () => void
}

/** For the palette. */
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
      label: requestWords.copyAs.label[form],
      run: () => void bench.copyAs(form, tab, workspace)
    })),
    {
      label: requestWords.copyAs.har,
      disabled: !response,
      run: () => response && void bench.copySentAsHar(response.result.requestId, workspace)
    },
    { label: words.variables, run: acts.variables }
  ]
}

/** @returns true if it handled the key */
export function passthroughKeys(
  event: KeyboardEvent,
  bench: Bench,
  tab: RequestTab,
  acts: Pick<ViewActs, 'send' | 'save'>
): boolean {
  if (pressed(event, 'send')) acts.send()
  else if (pressed(event, 'reopen-request')) bench.tabs.reopen()
  else if (pressed(event, 'new-request')) bench.tabs.open()
  else if (pressed(event, 'close')) bench.tabs.close(tab)
  else if (pressed(event, 'save-request')) acts.save()
  else if (pressed(event, 'find') && tab.response?.body) tab.response.finding = true
  else if (pressed(event, 'next-request')) bench.tabs.step(1)
  else if (pressed(event, 'previous-request')) bench.tabs.step(-1)
  else return false
  return true
}
