import type { WebContents } from 'electron'
import { expect, it } from 'vitest'
import { emitTo } from './register'

it('an event that says no more than its name reaches the window as JSON, as all others do', () => {
  const sent: unknown[] = []
  const contents = { isDestroyed: () => false, send: (_: string, payload: unknown) => void sent.push(payload) }
  const emit = emitTo(contents as unknown as WebContents)
  emit('team:libraryChanged', undefined)
  emit('app:openView', { view: 'issues' })
  expect(sent.map((payload) => JSON.parse(String(payload)) as unknown)).toEqual([null, { view: 'issues' }])
})
