import { describe, expect, it } from 'vitest'
import { deepestShown, type Folder } from '../../../shared/passthrough/library'
import { checkFolder, rooted, within } from './folders'

type Shape = (at: number) => number | null

/** Builds a chain of folders, and counts how often their parents are read. */
function made(count: number, parentOf: Shape) {
  const looked = { times: 0 }
  const folders: Folder[] = Array.from({ length: count }, (_, at) => {
    const parent = parentOf(at)
    return {
      id: String(at),
      name: 'F',
      get parentId() {
        looked.times++
        return parent === null ? null : String(parent)
      }
    }
  })
  return { folders, looked }
}

const shapes: [string, Shape][] = [
  ['one in the other', (at) => at - 1],
  ['one in the next', (at) => at + 1],
  ['all in a ring', (at) => (at === 0 ? 499 : at - 1)],
  ['all in one', (at) => (at === 0 ? null : 0)],
  ['all at the top', () => null]
]

describe('@attack folders of a team', () => {
  it.each(shapes)('%s: twice as many take twice the work', (_, parentOf) => {
    const worked = (count: number) => {
      const { folders, looked } = made(count, parentOf)
      rooted(folders)
      within({ folders }, '0')
      return looked.times
    }
    expect(worked(8_000)).toBeLessThanOrEqual(2 * worked(4_000))
  })

  it('that are very deep are at the top from some level on, and none is lost', () => {
    const { folders } = made(8_000, (at) => (at === 0 ? null : at - 1))
    const known = rooted(folders)
    expect([...known]).toEqual(Array.from({ length: deepestShown - 1 }, (_, at) => String(at)))
    expect(within({ folders }, '0')).toHaveLength(8_000)
  })

  it('a folder is refused a place in itself, and too deep, however many are in it', () => {
    const { folders } = made(200_000, (at) => (at === 0 ? null : 0))
    const tree = { folders, requests: [] }
    expect(() => checkFolder(tree, '7', 'parentId', '0')).toThrow(/into itself/)
    const chain = { folders: made(6, (at) => (at === 0 ? null : at - 1)).folders, requests: [] }
    expect(() => checkFolder(chain, null, 'parentId', '1')).not.toThrow()
    expect(() => checkFolder(chain, null, 'parentId', '0')).toThrow(/at most 5 deep/)
  })
})
