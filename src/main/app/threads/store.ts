import { workerData } from 'node:worker_threads'
import type { Keeping } from '../../../shared/connectors/snapshot'
import { serve } from '../../base/serve'
import { openStore, type StoreOptions } from '../store'

// SQLite answers synchronously and must never block main.
const store = openStore(workerData as StoreOptions, (keeping) => report(keeping))
const report = serve<Keeping>(store, 'close')
report(store.keeping())
