import { expect, it } from 'vitest'
import { Turns } from './turns'

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
