import type { WorkLimit } from '../work-limit'
import type { Value } from '../values'

/** `&expression`: what it gives for an item. */
export type Reference = (item: Value) => Value
export type Argument = Value | Reference

/** What a function needs beside its arguments. */
export interface Call {
  workLimit: WorkLimit
  /** The server fails here. @param said a sentence */
  refuse(said: string): never
}

/** Gets arguments of the kinds its signature names. */
export type Implementation = (args: never, call: Call) => Value
