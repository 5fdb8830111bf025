import type { Category } from '../connector'
import type { Random } from './random'

export interface Integration {
  slug: string
  display_name: string
  categories: Category[]
}

/** slug, name, and weight in HRIS, ATS and LMS. Workday is rare: seven connectors must be more than a fifth of it. */
const TABLE: readonly (readonly [string, string, number, number, number])[] = [
  ['adp-workforce-now', 'ADP Workforce Now', 12, 0, 0],
  ['bamboohr', 'BambooHR', 10, 1, 0],
  ['personio', 'Personio', 9, 2, 0],
  ['gusto', 'Gusto', 9, 0, 0],
  ['hibob', 'HiBob', 8, 0, 0],
  ['rippling', 'Rippling', 8, 0, 0],
  ['ukg-pro', 'UKG Pro', 7, 0, 0],
  ['paylocity', 'Paylocity', 6, 0, 0],
  ['paychex-flex', 'Paychex Flex', 5, 0, 0],
  ['sap-successfactors', 'SAP SuccessFactors', 4, 0, 1],
  ['dayforce', 'Dayforce', 4, 0, 0],
  ['factorial', 'Factorial', 4, 0, 0],
  ['deel', 'Deel', 4, 0, 0],
  ['workday', 'Workday', 3.2, 0, 0],
  ['namely', 'Namely', 3, 0, 0],
  ['greenhouse', 'Greenhouse', 0, 9, 0],
  ['lever', 'Lever', 0, 8, 0],
  ['ashby', 'Ashby', 0, 7, 0],
  ['workable', 'Workable', 0, 6, 0],
  ['smartrecruiters', 'SmartRecruiters', 0, 5, 0],
  ['teamtailor', 'Teamtailor', 0, 4, 0],
  ['icims', 'iCIMS', 0, 4, 0],
  ['docebo', 'Docebo', 0, 0, 5],
  ['cornerstone', 'Cornerstone', 0, 0, 3],
  ['talentlms', 'TalentLMS', 0, 0, 3],
  ['litmos', 'Litmos', 0, 0, 2]
]

const COLUMN = { HRIS: 2, ATS: 3, LMS: 4 } as const

export function integrations(): Integration[] {
  return TABLE.map((row) => ({
    slug: row[0],
    display_name: row[1],
    categories: (['HRIS', 'ATS', 'LMS'] as const).filter((category) => row[COLUMN[category]] > 0)
  }))
}

/** Large data draws 100,000 times. */
const WEIGHTS = {
  HRIS: weightsOf('HRIS'),
  ATS: weightsOf('ATS'),
  LMS: weightsOf('LMS')
}

function weightsOf(category: Category) {
  const offered = TABLE.map((row) => ({ slug: row[0], weight: row[COLUMN[category]] })).filter((one) => one.weight > 0)
  return { offered, total: offered.reduce((sum, one) => sum + one.weight, 0) }
}

export function pickIntegration(random: Random, category: Category): string {
  const { offered, total } = WEIGHTS[category]
  let left = random.unit() * total
  const found = offered.find((one) => (left -= one.weight) < 0)
  return (found ?? offered[0])?.slug ?? ''
}
