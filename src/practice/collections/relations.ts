import type { Category } from '../connector'

const employee = ['employee_id', 'manager_id', 'lead_employee_id', 'approver_employee_id', 'approver_ids'] as const
const recruiter = [
  'credited_to_id',
  'organizer_id',
  'creator_id',
  'interviewer_id',
  'lead_id',
  'created_by_id'
] as const

/** For fields that end in `_id` or `_ids`. */
const FIELDS: Record<Category, Record<string, string>> = {
  HRIS: {
    ...all(employee, 'employees'),
    company_id: 'companies',
    work_location_id: 'locations',
    location_id: 'locations',
    group_ids: 'groups',
    parent_group_id: 'groups',
    pay_group_id: 'pay-groups',
    employment_id: 'employments',
    payroll_run_id: 'payroll-runs',
    payroll_run_calendar_id: 'payroll-run-calendars',
    employer_benefit_id: 'employer-benefits',
    benefit_id: 'benefits',
    dependent_id: 'dependents'
  },
  ATS: {
    ...all(recruiter, 'remote-users'),
    ...all(['user_id', 'hiring_manager_ids', 'interviewer_ids', 'primary_contact_id'], 'remote-users'),
    candidate_id: 'candidates',
    application_id: 'applications',
    job_id: 'jobs',
    current_stage_id: 'job-interview-stages',
    job_interview_stage_id: 'job-interview-stages',
    scheduled_interview_id: 'scheduled-interviews',
    reject_reason_id: 'reject-reasons',
    tag_ids: 'tags',
    department_ids: 'departments',
    parent_department_id: 'departments',
    office_ids: 'offices'
  },
  LMS: {
    ...all(['user_id', 'manager_id', 'assigned_by_id'], 'users'),
    course_id: 'courses',
    skill_ids: 'skills',
    category_ids: 'categories',
    parent_category_id: 'categories',
    enrollment_id: 'enrollments'
  }
}

function all(fields: readonly string[], collection: string): Record<string, string> {
  return Object.fromEntries(fields.map((field) => [field, collection]))
}

/** undefined for a field with its own value. */
export function referredBy(category: Category, field: string): string | undefined {
  return FIELDS[category][field]
}

/** `manager` for `manager_id`, `groups` for `group_ids`. */
export function relationOf(field: string): string {
  if (!field.endsWith('_ids')) return field.slice(0, -3)
  return `${field.slice(0, -4)}s`.replace(/ys$/, 'ies')
}
