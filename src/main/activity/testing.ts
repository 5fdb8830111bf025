import type { StoreMethods } from '../app/store'
import { promised } from '../base/promised'
import type { CallStore } from './store'

/** The calls of a store with promises, as its thread gives them. @param store the one of now */
export const promisedCalls = (store: () => StoreMethods): CallStore => promised(store)
