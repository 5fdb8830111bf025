import type { PassthroughDraft, Variable } from '../../../shared/passthrough/passthrough'
import type { Workspace } from '../../../shared/workspaces/workspace'
import { type ExportAs, exportDraft } from '../../../shared/passthrough/curl/export'
import { copy } from '../kit/clipboard'
import { requestWords } from './words/request'
import { valuesOf } from './drafts'
import type { Notice } from './request-tab.svelte'

/** @returns the placeholders of secrets */
export async function copyAs(
  form: ExportAs,
  draft: PassthroughDraft,
  variables: readonly Variable[],
  workspace: Workspace | null
): Promise<Notice> {
  const base = (draft.region === 'eu' ? workspace?.euBaseUrl : workspace?.baseUrl) ?? ''
  const words = requestWords.copyAs
  return (await copy(exportDraft(draft, valuesOf(variables), base, form)))
    ? { title: words.done(words.what[form]), lines: [words.tokens] }
    : { title: words.failed, lines: [] }
}
