import type { Category } from '../connector'

/** A lookup item (spec: Model). */
export interface Model {
  slug: string
  display_name: string
  category: Category
}

/** One per model collection of the field notes, in the singular. */
const SLUGS: Record<Category, string> = {
  HRIS: `employee employment compensation dependent bank_info document company group location payroll_run
    employee_payroll_run payroll_run_calendar pay_group payroll_code benefit employer_benefit dependent_benefit
    benefit_coverage time_off time_off_balance timesheet_entry`,
  ATS: `candidate application job job_interview_stage scheduled_interview screening_question offer activity scorecard
    eeoc reject_reason attachment tag department office remote_user`,
  LMS: 'user course content skill category completion enrollment'
}

export function models(): Model[] {
  return (Object.keys(SLUGS) as Category[]).flatMap((category) =>
    SLUGS[category].split(/\s+/).map((slug) => ({ slug, display_name: title(slug), category }))
  )
}

function title(slug: string): string {
  if (slug === 'eeoc') return 'EEOC'
  const words = slug.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
