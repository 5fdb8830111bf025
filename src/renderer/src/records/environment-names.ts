import type { Environment } from '../../../shared/workspaces/workspace'
import { nameWords } from './words/names'

export const environmentNames: Record<Environment, string> = nameWords.environments
