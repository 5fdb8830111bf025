import type { WorkLimit } from '../work-limit'
import type { Value } from '../values'

/** `&expression`, applied to an item. */
export type Reference = (item: Value) => Value
export type Argument = Value | Reference

export interface Call {
  workLimit: WorkLimit
  /**
   * Makes the server fail here.
   * @param said a sentence
   */
  refuse(said: string): never
}

/** Arguments already have the kinds of the signature. */
export type Implementation = (args: never, call: Call) => Value
