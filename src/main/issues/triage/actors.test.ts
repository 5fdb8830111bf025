import { expect, it } from 'vitest'
import { actors, type DiagnosisKind } from '../../../shared/issues/diagnosis'
import { lookAround } from './around'
import { now, subject } from './testing'
import { wordsFor } from './words'

const good = { time: null, kind: 'never', why: '' } as const

it.each(Object.entries(actors))('names the same actor for %s in the words as in a list', (kind, who) => {
  const one = subject()
  const judgment = { kind: kind as DiagnosisKind, since: null, contradictions: [] }
  expect(wordsFor(one, judgment, good, lookAround([one], now)).action.who).toBe(who)
})
