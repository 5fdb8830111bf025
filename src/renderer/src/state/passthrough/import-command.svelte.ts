import { importCurl } from '../../../../shared/passthrough/curl/import'
import { unique } from '../../lib/unique'
import type { Bench } from './bench.svelte'
import { emptyDraft } from './drafts'
import type { RequestTab } from './request-tab.svelte'

/**
 * Takes a pasted command into a tab, or into a new one where the tab is not empty. The connector stays: a command
 * does not name one. What was left out is shown in the tab.
 */
export function importCommand(bench: Bench, tab: RequestTab, command: string): void {
  const read = importCurl(command)
  if ('problem' in read) {
    tab.notice = { title: 'Not imported', lines: [read.problem] }
    return
  }
  const { connector, region, workspaceId } = tab.draft
  const blank = tab.draft.path === '' && tab.draft.body.kind === 'none' && tab.draft.params.length === 0
  const into = blank
    ? tab
    : bench.tabs.open({
        draft: { ...emptyDraft(workspaceId, region), connector: $state.snapshot(connector) },
        unsaved: true
      })
  into.fill(read.draft)
  const host =
    read.of === 'third-party' ? [`The host ${read.host} is left out: the service has the customer’s own.`] : []
  const secrets = unique(read.dropped)
  const dropped =
    secrets.length > 0 ? [`Left out as secrets: ${secrets.join(', ')}. The service signs with the customer’s own.`] : []
  into.notice = { title: 'Imported from a command', lines: [...host, ...dropped, ...read.notes] }
}
