import { expect, test } from 'vitest'
import { maskerOf } from '../secrets/testing'
import { Names } from './names'
import { redact } from './support-bundle'

const without = (text: string, home: string) =>
  redact('main.log', text, { masker: maskerOf(), names: new Names(), home })

test.each([
  ['/home/ada', 'at /home/ada/app/main.js', 'at ~/app/main.js'],
  ['C:\\Users\\Ada L', 'C:\\Users\\Ada L\\x, file:///C:/Users/Ada%20L/y, C:/Users/Ada L/z', '~\\x, file:///~/y, ~/z'],
  ['/', '/usr/bin', '/usr/bin']
])('the own folder %s is a ~ in "%s"', (home, text, clean) => {
  expect(without(text, home).clean).toBe(clean)
})

test('it counts the folders it took out, not what was a ~ before', () => {
  expect(without('~ and /home/ada', '/home/ada').takenOut).toEqual({
    ...{ file: 'main.log', tokens: 0, names: 0, homeFolders: 1 }
  })
})
