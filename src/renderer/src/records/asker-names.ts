import type { Asker } from '../../../shared/activity/call'
import { nameWords } from './words/names'

/** The part of the app that asked, as the rail names it. */
export const askerNames: Record<Asker, string> = nameWords.askers
