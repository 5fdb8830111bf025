import { DEMO, startRegions, type Regions } from '../../../practice/regions'
import { serve } from '../../base/serve'
import type { PracticeMethods } from '../../workspaces/practice-host'

// `src/practice` knows nothing of main.
let started: Promise<Regions> | undefined

const addressOf = ({ url, bearerToken }: Regions['default']) => ({ url, bearerToken })
const running = () => (started ??= startRegions({ ...DEMO, play: 'year' }))

const methods: PracticeMethods = {
  async start() {
    const regions = await running()
    return { default: addressOf(regions.default), eu: addressOf(regions.eu) }
  },
  async time(region, change) {
    const service = (await running())[region]
    if (change === 'next') service.advance()
    else if (change !== null) service.run(change)
    return service.time()
  }
}
serve(methods)
