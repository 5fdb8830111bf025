import { serve } from '../../base/serve'
import { inspectHistory, type InspectMethods } from '../../store/inspect'

// Slow for a large history.
const methods: InspectMethods = { inspect: inspectHistory }
serve(methods)
