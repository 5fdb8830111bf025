import type { Category } from '../connector'
import { ats } from './ats'
import { hris } from './hris'
import { lms } from './lms'
import type { Spec, Specs } from './row'

const SPECS: Record<Category, Specs> = { HRIS: hris, ATS: ats, LMS: lms }

export function specOf(category: Category, collection: string): Spec {
  const spec = SPECS[category][collection]
  if (!spec) throw new Error(`${category} has no collection ${collection}`)
  return spec
}

/** As `time-off` for `time_off`. */
export function collectionOfModel(category: Category, model: string): string | undefined {
  return Object.entries(SPECS[category]).find(([, spec]) => spec.model === model)?.[0]
}
