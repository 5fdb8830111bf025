import { freshRelinkSettings } from '../../../shared/issues/relink/relink'
import { expect, onTestFinished, test, vi } from 'vitest'
import { FakeClient } from '../testing/fake-client'
import { madeUpIssue, madeUpIssues, madeUpSnapshot } from '../testing/made-up-issues'
import { Connectors } from '../records/connectors.svelte'
import { RelinkState } from './relink.svelte'

const place = { workspaceId: '11111111-1111-4111-8111-111111111111', region: 'default' } as const
const keys = ['HRIS:a']

function relink() {
  const client = new FakeClient()
  client.answerIssues(() => madeUpIssues([madeUpIssue('a')]))
  client.answer('connectors:snapshots', () => [madeUpSnapshot()])
  client.answer('issues:change', () => [])
  const made = new RelinkState(
    client,
    new Connectors(client),
    () => freshRelinkSettings,
    () => false,
    () => null,
    () => false
  )
  onTestFinished(made.start())
  made.show(place)
  made.edits.typeNote(place, keys, 'Call them')
  return { made, notes: () => client.asked('issues:change').map(({ change }) => change.note) }
}

test('a note typed last is kept when the window closes', () => {
  const { notes } = relink()
  expect(notes()).toEqual([])
  dispatchEvent(new Event('pagehide'))
  expect(notes()).toEqual(['Call them'])
})

test('and when it is hidden', () => {
  const { notes } = relink()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  hidden.mockRestore()
  expect(notes()).toEqual(['Call them'])
})

test('and when another region comes into view; nothing chosen stays', async () => {
  const { made, notes } = relink()
  await expect.poll(() => made.issues.byKey.size).toBe(1)
  made.selection.toggle('HRIS:a')
  made.view.openAt(made.view.cursor)
  expect([made.selection.keys, made.view.openKey]).toEqual([['HRIS:a'], 'HRIS:a'])
  made.show({ ...place, region: 'eu' })
  expect(notes()).toEqual(['Call them'])
  expect([made.selection.keys, made.view.openKey]).toEqual([[], null])
})
