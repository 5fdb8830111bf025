import { serve } from '../../base/serve'
import { engineMethods, type EngineMethods } from '../../jmespath/methods'
import type { EngineBeat } from '../../jmespath/thread'
import { expressionsFor } from './expressions'
import { readPayloads } from './payloads'

/** What the lab asks of its thread: the engine, and the reading of large samples. */
export interface LabMethods extends EngineMethods {
  split: typeof readPayloads
  expressionsFor: typeof expressionsFor
}

// The engine with the lab's own work on large samples, in a thread with a bounded heap.
const engine = engineMethods(() => report('beat'))
const methods: LabMethods = { ...engine, split: readPayloads, expressionsFor }
const report = serve<EngineBeat>(methods)
report('beat')
