import { expect, test, vi } from 'vitest'
import { FakeClient } from '../testing/fake-client'
import { type Keepable, WindowState } from './window-state.svelte'

class View implements Keepable {
  text = $state('')
  get kept() {
    return { text: this.text }
  }
  restore(from: unknown) {
    this.text = (from as { text?: string }).text ?? ''
  }
}

async function opened(kept: string | null, place = 'a default') {
  const client = new FakeClient()
  const answered = vi.fn(() => kept)
  client.answer('app:keptWindow', answered)
  client.answer('app:keepWindow', () => undefined)
  const view = new View()
  const state = new WindowState(client, { view })
  const stop = state.start()
  state.show(null)
  state.show(place)
  return { client, view, state, stop, keeps: () => client.asked('app:keepWindow').map(({ state }) => state) }
}
const of = (place: string, text: string) => JSON.stringify({ place, views: { view: { text } } })

test('what was kept of this place comes back, and what is changed is kept', async () => {
  const { view, keeps, stop } = await opened(of('a default', 'ada'))
  await expect.poll(() => view.text).toBe('ada')
  view.text = 'ada l'
  view.text = 'ada lovelace'
  await expect.poll(keeps).toContain(of('a default', 'ada lovelace'))
  expect(keeps()).not.toContain(of('a default', 'ada l'))
  stop()
})

test('what was kept of another place stays there; going elsewhere brings nothing back', async () => {
  const { client, view, state, keeps, stop } = await opened(of('b default', 'of another customer'))
  await expect.poll(keeps).toEqual([of('a default', '')])
  expect(view.text).toBe('')
  state.show('b default')
  await expect.poll(keeps).toContain(of('b default', ''))
  expect(client.asked('app:keptWindow')).toHaveLength(1)
  stop()
})

test('@attack what was kept of a place that was left before main answered is not restored in the next', async () => {
  const { view, state, keeps, stop } = await opened(of('a default', 'of another customer'))
  state.show('b default')
  await expect.poll(keeps).toEqual([of('b default', '')])
  expect(view.text).toBe('')
  stop()
})

test('who types before main has answered is not interrupted', async () => {
  const { view, keeps, stop } = await opened(of('a default', 'ada'))
  view.text = 'grace'
  await expect.poll(keeps).toEqual([of('a default', 'grace')])
  stop()
})

test('a view that cannot take back what was kept of it does not keep the others from it', async () => {
  const client = new FakeClient()
  client.answer('app:keptWindow', () =>
    JSON.stringify({ place: 'a default', views: { odd: 1, view: { text: 'ada' } } })
  )
  client.answer('app:keepWindow', () => undefined)
  const view = new View()
  const odd = {
    kept: null,
    restore: () => {
      throw new Error('This is of another version.')
    }
  }
  new WindowState(client, { odd, view }).show('a default')
  await expect.poll(() => view.text).toBe('ada')
})

test('what cannot be read is left out, and later changes are kept all the same', async () => {
  const { view, keeps, stop } = await opened('{"place":')
  await expect.poll(keeps).toEqual([of('a default', '')])
  view.text = 'ada'
  await expect.poll(keeps).toContain(of('a default', 'ada'))
  stop()
})

test('what an earlier version kept under an older name comes back', async () => {
  const client = new FakeClient()
  client.answer('app:keptWindow', () => JSON.stringify({ place: 'a default', views: { queue: { text: 'ada' } } }))
  client.answer('app:keepWindow', () => undefined)
  const view = new View()
  const state = new WindowState(client, { issues: view })
  const stop = state.start()
  state.show('a default')
  await expect.poll(() => view.text).toBe('ada')
  stop()
})
