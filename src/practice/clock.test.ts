import { expect, it } from 'vitest'
import { PracticeClock } from './clock'

const START = Date.UTC(2030, 4, 6, 7)
const MINUTE = 60_000

function clockAt(start = START) {
  const computer = { at: start }
  return { computer, clock: new PracticeClock(() => computer.at) }
}

it('is the computer’s clock until it is changed', () => {
  const { computer, clock } = clockAt()
  computer.at += 0.37
  expect([clock.now(), clock.shown(START - 7.13), clock.own(START + 9)]).toEqual([computer.at, START - 7.13, START + 9])
})

it('runs faster, and shows when things happened by the computer’s clock, which never changes again', () => {
  const { computer, clock } = clockAt()
  clock.run(60)
  computer.at += MINUTE
  expect(clock.now()).toBe(START + 60 * MINUTE)
  const happened = START + 30 * MINUTE
  expect(clock.shown(happened)).toBe(START + MINUTE / 2)
  clock.run(1440)
  computer.at += MINUTE
  clock.jump(clock.now() + 3000 * MINUTE)
  clock.run(1)
  expect(clock.shown(happened)).toBe(START + MINUTE / 2)
  expect(clock.now()).toBe(START + (60 + 1440 + 3000) * MINUTE)
  expect(clock.own(clock.shown(happened))).toBe(happened)
})

it('shows all of a jump at its moment, and nothing that happened ahead of the computer’s clock', () => {
  const { computer, clock } = clockAt()
  computer.at += MINUTE
  clock.jump(clock.now() + 500 * MINUTE)
  expect(clock.shown(clock.now() - 400 * MINUTE)).toBe(computer.at)
  expect(clock.shown(clock.now())).toBe(computer.at)
  expect(clock.shown(clock.now() + 9 * MINUTE)).toBe(computer.at + 9 * MINUTE)
  expect(clock.own(computer.at)).toBe(clock.now())
})

it('does not jump back, and counts what changes plans', () => {
  const { clock } = clockAt()
  clock.run(1)
  expect(clock.changes).toBe(0)
  clock.jump(START - MINUTE)
  expect(clock.now()).toBe(START)
  clock.run(60)
  expect(clock.changes).toBe(1)
})
