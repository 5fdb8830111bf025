import { expect, test, vi } from 'vitest'
import type { Bench } from './bench.svelte'
import { emptyDraft } from './drafts'
import { pasteCommand } from './import-command.svelte'
import type { RequestTab } from './request-tab.svelte'

test('a request of which only its params are written, as JSON, is not overwritten unasked', () => {
  const draft = { ...emptyDraft('00000000-0000-4000-8000-000000000001', 'default'), paramsJson: '{"page": 1}' }
  const tab = { draft, notice: null, fill: vi.fn() } as unknown as RequestTab
  pasteCommand({} as Bench, tab, 'curl https://api.example.com/v1/people')
  expect(tab.fill).not.toHaveBeenCalled()
  expect(tab.notice?.actions).toHaveLength(2)
})
