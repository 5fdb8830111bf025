import { DEMO, startRegions, type Regions } from '../../../practice/regions'
import { serve } from '../../base/serve'
import type { PracticeAddresses, PracticeMethods } from '../../workspaces/practice-host'

// `src/practice` knows nothing of main.
let started: Promise<PracticeAddresses> | undefined

const addressOf = ({ url, bearerToken }: Regions['default']) => ({ url, bearerToken })

async function start(): Promise<PracticeAddresses> {
  const regions = await startRegions(DEMO)
  return { default: addressOf(regions.default), eu: addressOf(regions.eu) }
}

const methods: PracticeMethods = { start: () => (started ??= start()) }
serve(methods)
