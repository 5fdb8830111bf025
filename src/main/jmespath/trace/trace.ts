import type { TraceStep } from '../../../shared/mappings/lab'
import { WorkLimit } from '../work-limit'
import { valueOf } from '../evaluate'
import { ServerFails } from '../failure'
import type { Node } from '../node'
import type { Value } from '../values'
import { Explainer, isGone } from './explain'
import type { Loss } from './loss'
import { failureOf, lostPart } from './parts'
import { Recorder } from './recorder'
import { Steps } from './steps'

export interface Trace {
  steps: TraceStep[]
  /** Says where something was lost: the result, a part of it, or what the server fails on. */
  lost: string | null
  /** JSON pointer into the payload. */
  lostAt: string | null
}

/** The time limit of a trace, ms. */
const patienceMs = 400

/**
 * How an expression comes to its result over one payload, step by step: it is evaluated once more, with a watch.
 * Without steps where that takes too long.
 */
export function traceOf(expression: string, root: Node, data: Value): Trace {
  const recorder = new Recorder(data)
  const explainer = new Explainer(expression, recorder)
  const result = (failure: ServerFails | null, loss: Loss | null): Trace => ({
    steps: new Steps(expression, recorder, data, failure).of(root),
    lost: loss && loss.sentence + (loss.sentence.endsWith('?') ? '' : '.'),
    lostAt: loss?.at ?? null
  })
  try {
    const value = valueOf(root, data, new WorkLimit(patienceMs), recorder)
    const [whole] = recorder.of(root)
    return result(null, whole ? (isGone(value) ? explainer.why(whole) : lostPart(explainer, whole)) : null)
  } catch (thrown) {
    if (thrown instanceof ServerFails) return result(thrown, failureOf(explainer, thrown))
    const lost = 'It takes too many steps to tell them one by one.'
    return { steps: [], lost, lostAt: null }
  }
}
