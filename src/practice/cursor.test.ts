import { describe, expect, it } from 'vitest'
import { createCursors } from './cursor'

const position = {
  path: '/api/hris/v1/connectors',
  offset: 1200,
  pageSize: 50,
  page: 24,
  resume: 1700,
  moves: 0,
  filters: 'f'
}

describe('cursors', () => {
  it('bring back the position, for the same secret only', () => {
    const cursors = createCursors('one')
    expect(cursors.decode(cursors.encode(position))).toEqual(position)
    expect(createCursors('one').encode(position)).toBe(cursors.encode(position))
    expect(createCursors('two').decode(cursors.encode(position))).toBeNull()
  })

  it('differ throughout for neighbouring positions', () => {
    const cursors = createCursors('one')
    const [one, two] = [cursors.encode(position), cursors.encode({ ...position, offset: 1201 })]
    expect(two.slice(0, 10)).not.toBe(one.slice(0, 10))
    expect(two.slice(-10)).not.toBe(one.slice(-10))
  })

  it('are refused when any character is another', () => {
    const cursors = createCursors('one')
    const cursor = cursors.encode(position)
    for (let at = 0; at < cursor.length - 1; at++) {
      for (const other of ['A', 'b']) {
        const changed = cursor.slice(0, at) + (cursor[at] === other ? 'c' : other) + cursor.slice(at + 1)
        expect(cursors.decode(changed), `character ${at}`).toBeNull()
      }
    }
  })
})
