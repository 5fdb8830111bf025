import type { Asker } from '../../../shared/activity/call'
import { nameWords } from './words/names'

export const askerNames: Record<Asker, string> = nameWords.askers
