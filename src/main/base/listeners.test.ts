import { expect, it } from 'vitest'
import { Listeners } from './listeners'

it('calls all that were added, in their order, with what was passed', () => {
  const listeners = new Listeners<[number]>()
  const heard: string[] = []
  listeners.call(1)
  listeners.add((value) => heard.push(`a${value}`))
  listeners.add((value) => heard.push(`b${value}`))
  const { call } = listeners
  call(2)
  expect(heard).toEqual(['a2', 'b2'])
})
