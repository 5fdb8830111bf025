import { serve } from '../../base/serve'
import { engineMethods, type EngineMethods } from '../../jmespath/methods'
import type { EngineBeat } from '../../jmespath/thread'
import { expressionsFor } from './expressions'
import { anonymized, profileOf, resultsOf } from './guard-run'
import { readPayloads } from './payloads'

export interface LabMethods extends EngineMethods {
  split: typeof readPayloads
  expressionsFor: typeof expressionsFor
  results: typeof resultsOf
  profile: typeof profileOf
  anonymized: typeof anonymized
}

const engine = engineMethods(() => report('beat'))
const methods: LabMethods = {
  ...engine,
  ...{ split: readPayloads, expressionsFor },
  ...{ results: resultsOf, profile: profileOf, anonymized }
}
const report = serve<EngineBeat>(methods)
report('beat')
