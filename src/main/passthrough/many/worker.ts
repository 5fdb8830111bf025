import { serve } from '../../base/serve'
import { engineMethods, type EngineMethods } from '../../jmespath/methods'
import type { EngineBeat } from '../../jmespath/thread'
import { maskedText, readAnswer } from './reading'

export interface AnswerMethods extends EngineMethods {
  readAnswer: typeof readAnswer
  maskedText: typeof maskedText
}

// A thread, because a page of 16 MB and an expression over it would hold up main.
const methods: AnswerMethods = { ...engineMethods(() => report('beat')), readAnswer, maskedText }
const report = serve<EngineBeat>(methods)
report('beat')
