import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { Turns } from './waits'

const { signal } = new AbortController()

it('come one at a time and in order, of each name by itself', async () => {
  const turns = new Turns()
  const order: string[] = []
  const end = await turns.take('a', signal)
  const others = ['second', 'third'].map(async (name) => {
    const done = await turns.take('a', signal)
    order.push(name)
    done()
  })
  ;(await turns.take('b', signal))()
  expect(order).toEqual([])
  end()
  await Promise.all(others)
  expect(order).toEqual(['second', 'third'])
})

it('of a caller that gives up are passed on, and end only when the turn before has ended', async () => {
  const turns = new Turns()
  const controller = new AbortController()
  const end = await turns.take('a', signal)
  const given = turns.take('a', controller.signal)
  const order: string[] = []
  const last = turns.take('a', signal).then((done) => {
    order.push('last')
    done()
  })
  controller.abort()
  await expect(given).rejects.toMatchObject({ code: 'cancelled' })
  expect(order).toEqual([])
  end()
  await last
  expect(order).toEqual(['last'])
})

it('@fault leave no listener on the signal of a refresh that takes many', async () => {
  const turns = new Turns()
  const refresh = new AbortController().signal
  for (let page = 0; page < 20; page += 1) (await turns.take('token', refresh))()
  const first = await turns.take('token', refresh)
  const second = turns.take('token', refresh)
  expect(getEventListeners(refresh, 'abort')).toHaveLength(1)
  first()
  ;(await second)()
  expect(getEventListeners(refresh, 'abort')).toEqual([])
})
