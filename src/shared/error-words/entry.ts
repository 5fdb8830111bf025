import type { AppErrorShape } from '../errors'

export interface ErrorWords {
  /** `neutral`: neither the operator's nor the service's fault, or nothing lost. It is never shown in red. */
  severity: 'neutral' | 'problem'
  /** What happened. */
  title: string
  /** Why, as far as it is known. */
  cause: string
  /** What to do. */
  next: string
}

export type Words = (error: AppErrorShape) => string

/** The words of one code; a title holds for every error of it, as the activity keeps nothing but the code. */
export interface Entry {
  severity: ErrorWords['severity']
  title: string
  cause: string | Words
  next: string | Words
}

/** The message says it. */
export const itself: Words = ({ message }) => message
