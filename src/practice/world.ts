import { createConnectors, type DataOptions } from './data/connectors'
import { integrations, type Integration } from './data/integrations'
import { models, type Model } from './data/models'
import { createCursors, type Cursors } from './cursor'
import type { PracticeConnector } from './types'

/** Everything one service knows, as plain data that routes read and change. */
export interface World {
  connectors: PracticeConnector[]
  integrations: Integration[]
  models: Model[]
  cursors: Cursors
}

export function createWorld(options: DataOptions): World {
  return {
    connectors: createConnectors(options),
    integrations: integrations(),
    models: models(),
    cursors: createCursors(`${options.seed}/${options.region}`)
  }
}
