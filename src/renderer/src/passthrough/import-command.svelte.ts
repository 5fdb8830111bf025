import { importCurl } from '../../../shared/passthrough/curl/import'
import type { CurlImport } from '../../../shared/passthrough/curl/imported'
import { unique } from '../kit/unique'
import { requestWords } from './words/request'
import type { Bench } from './bench.svelte'
import { emptyDraft } from './drafts'
import type { TabNotice, RequestTab } from './request-tab.svelte'

const words = requestWords.import

/** Imports into an empty tab or a new one. The connector stays, since a command names none. */
export function importCommand(bench: Bench, tab: RequestTab, command: string): void {
  const read = importCurl(command)
  if ('problem' in read) tab.notice = { title: words.failed, lines: [read.problem] }
  else if (isEmpty(tab)) fill(tab, read)
  else fill(beside(bench, tab), read)
}

/** True for curl, or a PowerShell command that makes requests. */
export function isCommand(text: string): boolean {
  return /^(?:\$\s+|>\s*|PS [^>\n]*>\s*|[A-Z]:\\[^>\n]*>\s*|&\s*)?(?:['"]?\S*curl(?:\.exe)?['"]?\s|Invoke-(?:WebRequest|RestMethod)\b|iwr\s|irm\s|\$session\s*=)/i.test(
    text.trimStart()
  )
}

/** Offers the choices if the tab has content. */
export function pasteCommand(bench: Bench, tab: RequestTab, command: string): void {
  const read = importCurl(command)
  if ('problem' in read || isEmpty(tab)) return importCommand(bench, tab, command)
  tab.notice = {
    title: words.offer,
    lines: [words.offerLine(`${read.draft.method} ${read.draft.path}`)],
    actions: [
      { label: words.replace, run: () => replace(tab, read) },
      {
        label: words.newTab,
        run: () => {
          tab.notice = null
          fill(beside(bench, tab), read)
        }
      }
    ]
  }
}

const isEmpty = ({ draft: { path, body, params, paramsJson = '', headers } }: RequestTab) =>
  path === '' && body.kind === 'none' && params.length === 0 && paramsJson === '' && headers.length === 0

function beside(bench: Bench, tab: RequestTab): RequestTab {
  const { connector, region, workspaceId } = tab.draft
  const draft = { ...emptyDraft(workspaceId, region), connector: $state.snapshot(connector) }
  return bench.tabs.open({ draft, unsaved: true })
}

function fill(tab: RequestTab, read: CurlImport): void {
  tab.fill(read.draft)
  tab.notice = noticeOf(read)
}

/** One press restores the previous request; a saved one stays. */
function replace(tab: RequestTab, read: CurlImport): void {
  const before = { draft: $state.snapshot(tab.draft), savedId: tab.savedId, section: tab.section }
  const undo = () => Object.assign(tab, before, { notice: null })
  tab.savedId = null
  tab.fill(read.draft)
  tab.notice = { ...noticeOf(read), actions: [{ label: words.undo, run: undo }] }
}

function noticeOf(read: CurlImport): TabNotice {
  const host = read.of === 'third-party' ? [words.noHost(read.host)] : []
  const secrets = unique(read.dropped)
  const dropped = secrets.length > 0 ? [words.noSecrets(secrets)] : []
  return { title: words.done, lines: [...host, ...dropped, ...read.notes] }
}
