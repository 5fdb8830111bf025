import { expect, it } from 'vitest'
import { openOutput } from './service-walker'

it('says each event in one line, whatever a service put into its words', () => {
  const lines: string[] = []
  const say = openOutput(
    (text) => lines.push(text),
    () => Date.parse('2026-03-01T12:00:00Z')
  )
  say('failed\n2026-03-01T12:00:00.000Z all is well\u001b[2J\u202e')
  expect(lines).toEqual(['2026-03-01T12:00:00.000Z failed 2026-03-01T12:00:00.000Z all is well [2J \n'])
})
