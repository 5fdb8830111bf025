import type { StoreMethods } from '../app/store'
import { promised } from '../base/promised'
import type { CallStore } from './store'

/** Asynchronous, like the store's thread. @param store the current one */
export const promisedCalls = (store: () => StoreMethods): CallStore => promised(store)
