import type { StoreMethods } from '../app/store'
import { promised } from '../base/promised'
import type { CallStore } from './store'

/** The calls of a store with promises, as its thread gives them. @param store the current one */
export const promisedCalls = (store: () => StoreMethods): CallStore => promised(store)
