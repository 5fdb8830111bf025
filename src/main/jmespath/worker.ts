import { serve } from '../base/serve'
import { engineMethods } from './methods'
import type { EngineBeat } from './thread'

// A thread with a bounded heap: some short expressions want a gigabyte, and main may kill the thread at any time.
const report = serve<EngineBeat>(engineMethods(() => report('beat')))
report('beat')
