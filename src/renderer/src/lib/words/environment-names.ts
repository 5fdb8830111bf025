import type { Environment } from '../../../../shared/model/workspace'

/** What an environment is called on the screen. */
export const environmentNames: Record<Environment, string> = { production: 'Production', development: 'Development' }
