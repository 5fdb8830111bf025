import { serve } from '../../base/serve'
import { inspectHistory, type InspectMethods } from '../../store/inspect'

// The thread of the Doctor's look at the history: it takes long where that is large, and ends when nobody waits for it.
const methods: InspectMethods = { inspect: inspectHistory }
serve(methods)
