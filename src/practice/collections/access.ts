import type { PracticeConnector } from '../connector'
import type { PracticeKnobs } from '../types'
import type { World } from '../world'
import { Roster } from './roster'

export function rosterOf(
  { world, knobs }: { world: World; knobs: Readonly<PracticeKnobs> },
  connector: PracticeConnector
): Roster {
  const { seed, region, now } = world.options
  return new Roster(connector, { seed: `${seed}/${region}`, now, collectionSize: knobs.collectionSize })
}
