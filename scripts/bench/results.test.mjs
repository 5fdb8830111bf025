import { describe, expect, test } from 'vitest'
import { continued, lineOf, linesOf, withGroup } from './results.mjs'

const from = { group: 'walk', commit: '0f1e2d3c4b5a' }
const measured = (median) => ({ median, min: median - 1, max: median + 1 })
const row = { name: 'walk', unit: 'ms', ours: measured(300), peer: { name: 'undici', value: measured(100) } }

describe('a line', () => {
  test('has the medians with their spread, the ratio, and whether the target is met', () => {
    expect(lineOf({ ...row, target: { ratio: 3 } }, from)).toEqual({
      group: 'walk',
      name: 'walk',
      ours: 300,
      oursMin: 299,
      oursMax: 301,
      unit: 'ms',
      peer: 'undici',
      peerValue: 100,
      peerMin: 99,
      peerMax: 101,
      ratio: 3,
      target: 3,
      targetOf: 'ratio',
      pass: true,
      commit: '0f1e2d3c4b5a'
    })
  })

  test('misses a target by what was measured, not by what is left after rounding', () => {
    const line = lineOf({ ...row, ours: measured(300.001), target: { ratio: 3 } }, from)
    expect(line).toMatchObject({ ratio: 3, pass: false })
  })

  test('can have a target of its own, beside a peer or without one', () => {
    expect(lineOf({ ...row, target: { ours: 299 } }, from)).toMatchObject({
      target: 299,
      targetOf: 'ours',
      pass: false
    })
    const { peer: _, ...alone } = row
    expect(lineOf({ ...alone, target: { ours: 300 } }, from)).toMatchObject({ peer: null, ratio: null, pass: true })
  })

  test('says nothing of a target beside a peer that is not installed', () => {
    const line = lineOf({ ...row, peer: { name: 'got', value: null }, target: { ratio: 3 } }, from)
    expect(line).toMatchObject({ peer: 'got', peerValue: null, peerMin: null, ratio: null, target: 3, pass: null })
  })

  test('has no verdict where nothing is asked', () => {
    expect(lineOf(row, from)).toMatchObject({ target: null, targetOf: null, pass: null })
  })

  test('keeps four digits that count', () => {
    expect(lineOf({ ...row, ours: measured(1234.567) }, from)).toMatchObject({ ours: 1235, ratio: 12.35 })
  })
})

test('what a bench wrote is read line by line', () => {
  const text = `${JSON.stringify(row)}\n${JSON.stringify({ ...row, name: 'other' })}\n`
  expect(linesOf(text, from).map(({ name, group }) => [name, group])).toEqual([
    ['walk', 'walk'],
    ['other', 'walk']
  ])
})

const taken = {
  machine: { cpu: 'a', cores: 2, memoryGB: 24, os: 'b' },
  runtime: { electron: '33.2.1', chromium: '130', node: '20', commit: 'new' }
}
const line = (group, name) => lineOf({ ...row, name }, { group, commit: 'old' })
const earlier = {
  ...taken,
  runtime: { ...taken.runtime, commit: 'old' },
  rows: [line('start', 'first screen'), line('walk', 'one'), line('walk', 'two')]
}

describe('earlier figures', () => {
  test('stay, with the commit they are of, beside those of now', () => {
    const results = withGroup(continued(earlier, taken, ['start', 'walk']), 'walk', [line('walk', 'three')])
    expect(results.runtime.commit).toBe('new')
    expect(results.rows.map(({ name, commit }) => [name, commit])).toEqual([
      ['first screen', 'old'],
      ['three', 'old']
    ])
  })

  test('go with their group', () => {
    expect(continued(earlier, taken, ['start']).rows.map(({ name }) => name)).toEqual(['first screen'])
  })

  test('go where they are of another machine or another Electron', () => {
    const elsewhere = { ...taken, machine: { ...taken.machine, cores: 8 } }
    const upgraded = { ...taken, runtime: { ...taken.runtime, electron: '45.4.1' } }
    expect(continued(earlier, elsewhere, ['start', 'walk']).rows).toEqual([])
    expect(continued(earlier, upgraded, ['start', 'walk']).rows).toEqual([])
    expect(continued(undefined, taken, ['start', 'walk'])).toEqual({ ...taken, rows: [] })
  })
})

test('groups are in the order of their names, whichever was measured last', () => {
  const results = withGroup({ ...taken, rows: [line('walk', 'one')] }, 'growth', [
    line('growth', 'b'),
    line('growth', 'a')
  ])
  expect(results.rows.map(({ name }) => name)).toEqual(['b', 'a', 'one'])
})
