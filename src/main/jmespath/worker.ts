import { serve } from '../base/serve'
import { engineMethods } from './methods'
import type { EngineBeat } from './thread'

// A thread of its own with a bounded heap: some short expressions want a gigabyte, and it may be killed at any time.
const report = serve<EngineBeat>(engineMethods(() => report('beat')))
report('beat')
