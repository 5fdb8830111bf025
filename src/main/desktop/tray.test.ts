import { freshPreferences } from '../../shared/settings/preferences'
import { describe, expect, it } from 'vitest'
import { drawNumber } from './badge'
import { trayItems, trayNumber, trayWords } from './tray'
import { TrayStatus } from './tray-status'

it.each([
  [{ count: null, locked: false }, 'Connector Desk', ''],
  [{ count: 0, locked: false }, 'Connector Desk: 0 open issues', ''],
  [{ count: 1, locked: false }, 'Connector Desk: 1 open issue', '1'],
  [{ count: 99, locked: false }, 'Connector Desk: 99 open issues', '99'],
  [{ count: 1_204, locked: false }, 'Connector Desk: 1,204 open issues', '99+'],
  [{ count: 38, locked: true }, 'Connector Desk: locked', '']
])('%#: the line and the number of the tray', (state, words, number) => {
  expect([trayWords(state), trayNumber(state)]).toEqual([words, number])
})

it('a locked app neither refreshes nor locks again; it opens and quits', () => {
  const done: string[] = []
  const act = (name: string) => () => done.push(name)
  const acts = { open: act('open'), refresh: act('refresh'), lock: act('lock'), quit: act('quit') }
  const entries = (locked: boolean) =>
    trayItems({ count: 3, locked }, acts).flatMap((one) => ('label' in one ? [one] : []))
  expect(entries(false).map(({ label, enabled }) => [label, enabled ?? true])).toEqual([
    ['Open Connector Desk', true],
    ['Refresh now', true],
    ['Lock', true],
    ['Quit', true]
  ])
  expect(
    entries(true)
      .filter(({ enabled }) => enabled === false)
      .map(({ label }) => label)
  ).toEqual(['Refresh now', 'Lock'])
  for (const { click } of entries(false)) click?.()
  expect(done).toEqual(['open', 'refresh', 'lock', 'quit'])
})

it('shows the number that the window gave where the operator wants it, and none while it is locked', () => {
  let preferences = freshPreferences
  let locked = false
  let told = 0
  const status = new TrayStatus({ preferences: () => preferences, locked: () => locked, changed: () => told++ })
  status.give(38)
  expect([status.shown, status.state, told]).toEqual([false, { locked: false, count: null }, 1])
  preferences = { ...preferences, background: true }
  expect([status.shown, status.state.count]).toEqual([true, null])
  preferences = { ...preferences, background: false, trayCount: true }
  expect([status.shown, status.state.count]).toEqual([true, 38])
  locked = true
  expect(status.state).toEqual({ locked: true, count: null })
  locked = false
  status.give(null)
  expect(status.state.count).toBeNull()
})

describe('the number on the icon', () => {
  /** `#` ink, `.` plate, a space for nothing. */
  function drawn(size: number, text: string): string[] {
    const bitmap = new Uint8Array(size * size * 4)
    drawNumber(bitmap, size, text)
    const letter = (at: number) => (bitmap[at + 3] === 0 ? ' ' : bitmap[at] === 0xff ? '#' : '.')
    return Array.from({ length: size }, (_, row) =>
      Array.from({ length: size }, (_, at) => letter((row * size + at) * 4)).join('')
    )
  }

  it('is in the lower right corner', () => {
    expect(drawn(14, '42').slice(5)).toEqual([
      '              ',
      '              ',
      '     .........',
      '     .#.#.###.',
      '     .#.#...#.',
      '     .###.###.',
      '     ...#.#...',
      '     ...#.###.',
      '     .........'
    ])
  })

  it('of three characters fits, at every size', () => {
    for (const size of [16, 22, 24, 32, 44, 64]) {
      const rows = drawn(size, '99+')
      expect(rows.every((row) => row.length === size)).toBe(true)
      // The plate's last column is empty: nothing was cut off.
      expect(rows.map((row) => row.at(-1)).join('')).not.toContain('#')
    }
  })

  it('is nothing where there is none', () => expect(drawn(22, '').join('').trim()).toBe(''))
})
