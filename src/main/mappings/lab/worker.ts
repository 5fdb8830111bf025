import { serve } from '../../base/serve'
import { engineMethods, type EngineMethods } from '../../jmespath/methods'
import type { EngineBeat } from '../../jmespath/thread'
import { expressionsFor } from './expressions'
import { readPayloads } from './payloads'

export interface LabMethods extends EngineMethods {
  split: typeof readPayloads
  expressionsFor: typeof expressionsFor
}

const engine = engineMethods(() => report('beat'))
const methods: LabMethods = { ...engine, split: readPayloads, expressionsFor }
const report = serve<EngineBeat>(methods)
report('beat')
