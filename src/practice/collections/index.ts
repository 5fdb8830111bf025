import type { Category } from '../connector'
import { ats } from './ats'
import { atsOffice } from './ats-office'
import { hrisPay } from './hris-pay'
import { hrisPeople } from './hris-people'
import { hrisTime } from './hris-time'
import { lms } from './lms'
import type { Spec, Specs } from './row'

const SPECS: Record<Category, Specs> = {
  HRIS: { ...hrisPeople, ...hrisPay, ...hrisTime },
  ATS: { ...ats, ...atsOffice },
  LMS: lms
}

export function specOf(category: Category, collection: string): Spec {
  const spec = SPECS[category][collection]
  if (!spec) throw new Error(`${category} has no collection ${collection}`)
  return spec
}

/** As `time-off` for `time_off`. */
export function collectionOfModel(category: Category, model: string): string | undefined {
  return Object.entries(SPECS[category]).find(([, spec]) => spec.model === model)?.[0]
}
