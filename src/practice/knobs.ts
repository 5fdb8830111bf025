import { Random } from './data/random'
import type { Region } from './connector'
import type { PracticeKnobs, PracticeOptions } from './types'

/** What a service starts with: quiet, unless set otherwise. */
export function knobsOf(options: PracticeOptions, region: Region, seed: number): PracticeKnobs {
  return {
    latencyMs: options.latencyMs ?? 0,
    limitEveryN: options.limitEveryN ?? 0,
    retryAfter: options.retryAfter ?? 'seconds',
    retryAfterSeconds: options.retryAfterSeconds ?? 1,
    limitPerMinute: options.limitPerMinute ?? 200,
    rateHeadersOn2xx: options.rateHeadersOn2xx ?? true,
    faults: options.faults ?? [],
    bearerToken: options.bearerToken ?? `practice_${new Random(`bearer/${seed}/${region}`).text(40)}`,
    operations: options.operations ?? {},
    syncSeconds: options.syncSeconds ?? 0,
    emptyDeletes: options.emptyDeletes ?? true,
    mappingStatus: options.mappingStatus ?? 201,
    collectionSize: options.collectionSize ?? 0,
    moving: options.moving ?? false
  }
}
