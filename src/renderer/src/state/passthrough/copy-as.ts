import type { Variable } from '../../../../shared/model/passthrough'
import type { Workspace } from '../../../../shared/model/workspace'
import { type ExportAs, exportDraft } from '../../../../shared/passthrough/curl/export'
import { copy } from '../../lib/clipboard'
import { valuesOf } from './drafts'
import type { RequestTab } from './request-tab.svelte'

const names: Record<ExportAs, string> = { curl: 'a curl command', httpie: 'an HTTPie command', fetch: 'a fetch call' }

/** Copies a request as a command to share, and says what replaces the secrets in it. */
export async function copyAs(
  form: ExportAs,
  tab: RequestTab,
  variables: readonly Variable[],
  workspace: Workspace | null
): Promise<void> {
  const base = (tab.draft.region === 'eu' ? workspace?.euBaseUrl : workspace?.baseUrl) ?? ''
  const text = exportDraft(tab.draft, valuesOf(variables), base, form)
  tab.notice = (await copy(text))
    ? {
        title: `Copied as ${names[form]}`,
        lines: ['The tokens are not in it: it reads them from ACCESS_TOKEN and CONNECTOR_TOKEN.']
      }
    : { title: 'Not copied: the clipboard is not available', lines: [] }
}
