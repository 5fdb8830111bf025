import { few, share, type Row, type Specs } from './row'
import { FIRST, LAST, NOTES, TEAMS, TITLES } from './words'

const COURSES = [
  'Forklift licence',
  'GDPR in 20 minutes',
  'Führung I',
  'Säkerhet på jobbet',
  'Excel, advanced',
  '安全衛生'
]
/** The same for enrollment and completion. */
const learning = (row: Row) => ({ user_id: row.ref('users', row.at), course_id: row.ref('courses', 11 * row.at) })

export const lms: Specs = {
  users: {
    model: 'user',
    size: share(1),
    fields: (row) => ({
      user_name: `user${row.at + 1}`,
      first_name: row.pick(FIRST),
      last_name: row.pick(LAST),
      email: `learner${row.at + 1}@customer.example`,
      status: row.pick(['ACTIVE', 'ACTIVE', 'ACTIVE', 'INACTIVE', 'INVITED']),
      manager_id: row.at === 0 ? null : row.ref('users', Math.floor((row.at - 1) / 8)),
      job_title: row.maybe(row.pick(TITLES), 0.2),
      department: row.maybe({ name: row.pick(TEAMS), code: String(row.int(10, 99)) }, 0.2),
      skill_ids: row.chance(0.4) ? [] : [row.some('skills')],
      time_zone: row.pick(['Europe/Berlin', 'America/Chicago', null]),
      last_login_at: row.maybe(row.time(0, 120), 0.3)
    })
  },
  courses: {
    model: 'course',
    size: (people) => Math.min(people, Math.max(12, Math.ceil(people / 10))),
    fields: (row) => ({
      title: row.pick(COURSES),
      code: `C-${100 + row.at}`,
      description: row.maybe(row.pick(NOTES), 0.3),
      category_ids: [row.some('categories')],
      skill_ids: [row.some('skills')],
      languages: row.pick([['en'], ['de', 'en'], ['sv', 'en', 'ja']]),
      level: row.pick(['BEGINNER', 'INTERMEDIATE', 'EXPERT', null]),
      duration_minutes: row.maybe(row.int(10, 900), 0.1),
      price: row.maybe({ amount: row.int(0, 400), currency: 'EUR' }, 0.5),
      is_active: row.chance(0.9),
      published_at: row.time(20, 900)
    })
  },
  contents: {
    model: 'content',
    size: (people) => 4 * Math.min(people, Math.max(12, Math.ceil(people / 10))),
    fields: (row) => ({
      course_id: row.ref('courses', Math.floor(row.at / 4)),
      title: `${row.pick(COURSES)}: ${(row.at % 4) + 1}`,
      content_type: row.pick(['VIDEO', 'SCORM', 'QUIZ', 'DOCUMENT', 'xAPI']),
      content_url: `https://learn.example/${row.text(12)}`,
      position: row.at % 4,
      duration_seconds: row.maybe(row.int(30, 4000), 0.2),
      languages: ['en'],
      size_bytes: row.maybe(row.int(1000, 9e8), 0.3)
    })
  },
  skills: {
    model: 'skill',
    size: few(24),
    fields: (row) => ({
      name: `${row.pick(['First aid', 'Welding', 'SQL', 'Verhandeln', 'Français'])} ${row.at + 1}`,
      hierarchy: [row.pick(['Safety', 'Trade', 'Office'])],
      level: row.pick(['BEGINNER', 'INTERMEDIATE', 'EXPERT']),
      description: row.maybe(row.pick(NOTES), 0.5),
      is_active: row.chance(0.9),
      language: row.pick(['en', 'de']),
      aliases: row.chance(0.6) ? [] : [row.text(5)],
      proficiency: { scale: row.pick([3, 5]), minimum: row.int(1, 3) }
    })
  },
  categories: {
    model: 'category',
    size: few(10),
    fields: (row) => ({
      name: `${row.pick(['Compliance', 'Onboarding', 'Sprachen', 'Leadership'])} ${row.at + 1}`,
      parent_category_id: row.at === 0 ? null : row.ref('categories', Math.floor((row.at - 1) / 3)),
      description: row.maybe(row.pick(NOTES), 0.5),
      is_active: row.chance(0.95),
      position: row.at,
      language: row.pick(['en', 'de', 'sv']),
      icon: row.maybe('📚', 0.5),
      audience: { groups: [row.pick(TEAMS)], everyone: row.chance(0.5) }
    })
  },
  completions: {
    model: 'completion',
    size: share(2),
    fields: (row) => ({
      ...learning(row),
      enrollment_id: row.ref('enrollments', row.at),
      result: row.pick(['PASSED', 'PASSED', 'FAILED', 'NONE']),
      score: row.maybe({ value: row.int(30, 100), of: 100 }, 0.3),
      attempts: row.int(1, 4),
      time_spent_seconds: row.maybe(row.int(60, 20_000), 0.2),
      certificate_url: row.maybe(`https://learn.example/cert/${row.text(10)}`, 0.5),
      completed_at: row.time(0, 300)
    })
  },
  enrollments: {
    model: 'enrollment',
    size: share(3),
    fields: (row) => ({
      ...learning(row),
      status: row.at < row.count('completions') ? 'COMPLETED' : row.pick(['IN_PROGRESS', 'NOT_STARTED', 'EXPIRED']),
      progress: row.at < row.count('completions') ? 100 : row.int(0, 99),
      assigned_by_id: row.maybe(row.some('users'), 0.4),
      is_mandatory: row.chance(0.4),
      due_date: row.maybe(row.day(-90, 90), 0.3),
      enrolled_at: row.time(300, 600),
      tags: row.chance(0.7) ? [] : ['audit-2026']
    })
  }
}
