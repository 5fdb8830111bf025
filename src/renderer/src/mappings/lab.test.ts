import { expect, test } from 'vitest'
import { toJmespath } from '../../../shared/passthrough/paths'
import { stepsOfPointer, stepsOfWay } from './lab.svelte'

test('a path written as JMESPath is split again, whatever its names hold', () => {
  for (const way of [[], ['a', 'b_2', 0, 'c'], [3, 'a b', 'say "hi"'], ['x[1].y', '\\', 'é', '', 12]])
    expect(stepsOfWay(way.length === 0 ? '' : toJmespath(way))).toEqual(way.map(String))
})

test('a pointer is split and unescaped', () => {
  expect(stepsOfPointer('/a~1b/0/~0c')).toEqual(['a/b', '0', '~c'])
  expect(stepsOfPointer('')).toEqual([])
})
