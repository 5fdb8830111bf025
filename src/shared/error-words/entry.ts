import type { AppErrorShape } from '../errors'

export interface ErrorWords {
  /** `neutral`: nobody's fault, or nothing is lost. Never shown in red. */
  severity: 'neutral' | 'problem'
  title: string
  /** Why, as far as known. */
  cause: string
  next: string
}

export type Words = (error: AppErrorShape) => string

/** The title fits every error of the code: the activity keeps only the code. */
export interface Entry {
  severity: ErrorWords['severity']
  title: string
  cause: string | Words
  next: string | Words
}

export const itself: Words = ({ message }) => message
