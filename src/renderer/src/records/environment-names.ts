import type { Environment } from '../../../shared/workspaces/workspace'
import { nameWords } from './words/names'

/** What an environment is called on the screen. */
export const environmentNames: Record<Environment, string> = nameWords.environments
