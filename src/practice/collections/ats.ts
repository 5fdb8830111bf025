import { few, share, type Row, type Specs } from './row'
import { CURRENCIES, FIRST, LAST, NOTES, PLACES, TEAMS, TITLES } from './words'

const STAGES = ['Applied', 'Phone screen', 'Onsite', 'Offer', 'Eingestellt']
const jobAt = (row: Row, application: number) => (7 * application) % row.count('jobs')
const candidateAt = (row: Row, application: number) => application % row.count('candidates')
const nthApplication = (row: Row) => row.at % row.count('applications')

const hiring: Specs = {
  candidates: {
    model: 'candidate',
    size: share(1),
    fields: (row) => ({
      first_name: row.pick(FIRST),
      last_name: row.pick(LAST),
      company: row.maybe(`${row.pick(LAST)} & Co`, 0.5),
      title: row.maybe(row.pick(TITLES), 0.2),
      email_addresses: [{ value: `candidate${row.at + 1}@mail.example`, type: row.pick(['PERSONAL', 'WORK']) }],
      phone_numbers: row.chance(0.3) ? [] : [{ value: `+49 ${row.int(100_000, 999_999)}`, type: 'MOBILE' }],
      location: row.maybe({ city: row.pick(PLACES)[0], country: row.pick(PLACES)[1] }, 0.2),
      tag_ids: row.chance(0.4) ? [] : [row.some('tags')],
      tags: row.chance(0.3) ? [] : [row.pick(['Referral', 'LinkedIn', 'Messe', 'Inbound'])],
      is_private: row.chance(0.1),
      can_email: row.chance(0.9),
      last_interaction_at: row.maybe(row.time(0, 200), 0.3)
    })
  },
  applications: {
    model: 'application',
    size: share(1.6),
    fields: (row) => {
      const job = jobAt(row, row.at)
      const rejected = row.chance(0.4)
      return {
        candidate_id: row.ref('candidates', candidateAt(row, row.at)),
        job_id: row.ref('jobs', job),
        current_stage_id: row.ref('job-interview-stages', STAGES.length * job + row.int(0, STAGES.length - 1)),
        status: rejected ? 'REJECTED' : row.pick(['ACTIVE', 'ACTIVE', 'HIRED', 'ON_HOLD']),
        source: row.pick(['REFERRAL', 'JOB_BOARD', 'CAREER_PAGE', null]),
        credited_to_id: row.maybe(row.some('remote-users'), 0.5),
        reject_reason_id: rejected ? row.some('reject-reasons') : null,
        applied_at: row.time(30, 400),
        rejected_at: rejected ? row.time(0, 29) : null,
        answers: [{ question: 'Notice period?', answer: row.maybe(row.pick(['4 weeks', '3 Monate']), 0.3) }]
      }
    }
  },
  jobs: {
    model: 'job',
    size: (people) => Math.min(people, Math.max(8, Math.ceil(people / 20))),
    fields: (row) => ({
      name: row.pick(TITLES),
      code: `REQ-${1000 + row.at}`,
      status: row.pick(['OPEN', 'OPEN', 'CLOSED', 'DRAFT', 'ARCHIVED']),
      department_ids: [row.some('departments')],
      office_ids: [row.some('offices')],
      hiring_manager_ids: [row.some('remote-users')],
      description: `<p>${row.pick(NOTES)}</p>`,
      confidential: row.chance(0.1),
      salary: row.maybe(
        { from: row.int(30, 60) * 1000, to: row.int(61, 120) * 1000, currency: row.pick(CURRENCIES) },
        0.3
      ),
      openings: row.int(1, 5),
      opened_at: row.time(40, 500)
    })
  },
  'job-interview-stages': {
    model: 'job_interview_stage',
    size: (people) => STAGES.length * Math.min(people, Math.max(8, Math.ceil(people / 20))),
    fields: (row) => ({
      job_id: row.ref('jobs', Math.floor(row.at / STAGES.length)),
      name: STAGES[row.at % STAGES.length],
      stage_order: row.at % STAGES.length,
      is_default: row.at % STAGES.length === 0,
      expected_days: row.maybe(row.int(1, 20), 0.3),
      interviewer_ids: [row.some('remote-users')],
      kind: row.pick(['SCREEN', 'INTERVIEW', 'DECISION']),
      color: row.pick(['#2563eb', '#16a34a', null])
    })
  },
  'scheduled-interviews': {
    model: 'scheduled_interview',
    size: share(0.8),
    fields: (row) => {
      const application = nthApplication(row)
      const start = row.time(-20, 200)
      return {
        application_id: row.ref('applications', application),
        job_interview_stage_id: row.ref('job-interview-stages', STAGES.length * jobAt(row, application) + 2),
        organizer_id: row.some('remote-users'),
        interviewer_ids: [...new Set([row.some('remote-users'), row.some('remote-users')])],
        location: row.pick(['Video call', 'Room „Ålesund“', null]),
        start_at: start,
        end_at: new Date(Date.parse(start) + 45 * 60_000).toISOString(),
        status: row.pick(['SCHEDULED', 'COMPLETED', 'AWAITING_FEEDBACK', 'NO_SHOW'])
      }
    }
  },
  offers: {
    model: 'offer',
    size: share(0.15),
    fields: (row) => ({
      application_id: row.ref('applications', row.at),
      creator_id: row.some('remote-users'),
      status: row.pick(['SENT', 'SIGNED', 'DECLINED', 'DRAFT']),
      salary: { amount: row.int(30, 160) * 1000, currency: row.pick(CURRENCIES), per: 'YEAR' },
      start_date: row.day(-90, -5),
      sent_at: row.maybe(row.time(1, 60), 0.2),
      closed_at: row.maybe(row.time(0, 1), 0.5),
      letter_url: `https://files.example/${row.text(12)}`
    })
  },
  activities: {
    model: 'activity',
    size: share(3),
    fields: (row) => ({
      candidate_id: row.ref('candidates', row.at),
      user_id: row.maybe(row.some('remote-users'), 0.1),
      activity_type: row.pick(['NOTE', 'EMAIL', 'STAGE_CHANGE', 'SMS']),
      subject: row.maybe(row.pick(['Welcome', 'Re: Interview', 'Absage']), 0.3),
      body: row.pick(NOTES),
      visibility: row.pick(['PUBLIC', 'PRIVATE', 'ONLY_ADMINS']),
      attachments: row.chance(0.8) ? [] : [{ name: 'photo.jpg', bytes: row.int(1000, 90_000) }],
      happened_at: row.time(0, 300)
    })
  },
  scorecards: {
    model: 'scorecard',
    size: share(0.7),
    fields: (row) => ({
      // Of the interview at the same place.
      application_id: row.ref('applications', nthApplication(row)),
      scheduled_interview_id: row.ref('scheduled-interviews', row.at),
      interviewer_id: row.some('remote-users'),
      overall_recommendation: row.pick(['STRONG_YES', 'YES', 'NO', 'DEFINITELY_NO', 'NO_DECISION']),
      attributes: [
        { name: 'Craft', rating: row.int(1, 5) },
        { name: 'Teamgeist', rating: row.maybe(row.int(1, 5), 0.3) }
      ],
      comment: row.maybe(row.pick(NOTES), 0.4),
      submitted_at: row.maybe(row.time(0, 100), 0.1),
      is_final: row.chance(0.8)
    })
  },
  eeocs: {
    model: 'eeoc',
    size: share(0.6),
    fields: (row) => ({
      candidate_id: row.ref('candidates', candidateAt(row, row.at)),
      application_id: row.ref('applications', row.at),
      race: row.maybe(row.pick(['ASIAN', 'WHITE', 'TWO_OR_MORE', 'DECLINE_TO_SELF_IDENTIFY']), 0.2),
      gender: row.maybe(row.pick(['FEMALE', 'MALE', 'OTHER']), 0.2),
      veteran_status: row.maybe(row.pick(['NOT_VETERAN', 'VETERAN']), 0.4),
      disability_status: row.maybe(row.pick(['NO', 'YES']), 0.5),
      form: { version: row.pick(['2023-1', '2026-1']), locale: row.pick(['en', 'es']) },
      submitted_at: row.time(1, 300)
    })
  }
}

const office: Specs = {
  'screening-questions': {
    model: 'screening_question',
    size: few(40),
    fields: (row) => ({
      job_id: row.some('jobs'),
      title: row.pick(['Do you need a visa?', 'Gehaltsvorstellung?', 'Years with Rust?', 'Start date']),
      description: row.maybe(row.pick(NOTES), 0.5),
      type: row.pick(['BOOLEAN', 'TEXT', 'NUMBER', 'SINGLE_SELECT']),
      options: row.chance(0.6)
        ? []
        : [
            { label: 'Ja', value: 'y' },
            { label: 'Nein', value: 'n' }
          ],
      required: row.chance(0.6),
      position: row.int(1, 12),
      is_active: row.chance(0.9)
    })
  },
  'reject-reasons': {
    model: 'reject_reason',
    size: few(9),
    fields: (row) => ({
      name: row.pick(['Not enough experience', 'Gehalt', 'Withdrew', 'Position filled']),
      code: `R${row.at}`,
      kind: row.pick(['WE_REJECTED', 'THEY_REJECTED']),
      is_active: row.chance(0.8),
      position: row.at,
      description: row.maybe(row.pick(NOTES), 0.5),
      email_template: row.maybe({ id: row.int(1, 40), subject: 'Ihre Bewerbung' }, 0.4),
      uses: row.int(0, 400)
    })
  },
  attachments: {
    model: 'attachment',
    size: share(1.3),
    fields: (row) => ({
      candidate_id: row.ref('candidates', row.at),
      file_name: row.pick(['résumé.pdf', 'Lebenslauf.docx', '履歴書.pdf', 'portfolio, final.pdf']),
      file_url: `https://files.example/${row.text(16)}`,
      attachment_type: row.pick(['RESUME', 'COVER_LETTER', 'OFFER_LETTER', null]),
      mime_type: row.pick(['application/pdf', 'application/msword']),
      size_bytes: row.int(9_000, 4_000_000),
      parsed: row.maybe({ pages: row.int(1, 9), language: row.pick(['de', 'en', 'ja']) }, 0.5),
      uploaded_at: row.time(0, 400)
    })
  },
  tags: {
    model: 'tag',
    size: few(20),
    fields: (row) => ({
      name: `${row.pick(['Referral', 'Messe', 'Senior', 'Remote ok', '再応募'])} ${row.at + 1}`,
      color: row.pick(['red', 'green', null]),
      uses: row.int(0, 900),
      is_archived: row.chance(0.1),
      kind: row.pick(['CANDIDATE', 'JOB']),
      created_by_id: row.some('remote-users'),
      description: row.maybe(row.pick(NOTES), 0.6),
      rules: row.chance(0.8) ? [] : [{ field: 'source', equals: 'REFERRAL' }]
    })
  },
  departments: {
    model: 'department',
    size: few(10),
    fields: (row) => ({
      name: TEAMS[row.at % TEAMS.length],
      parent_department_id: row.at === 0 ? null : row.ref('departments', Math.floor((row.at - 1) / 3)),
      code: `D${row.at + 1}`,
      is_active: row.chance(0.9),
      lead_id: row.maybe(row.some('remote-users'), 0.2),
      cost_center: { code: String(1000 + row.at * 10) },
      open_jobs: row.int(0, 20),
      office_ids: [row.some('offices')]
    })
  },
  offices: {
    model: 'office',
    size: few(PLACES.length),
    fields: (row) => {
      const [city, country, time_zone] = PLACES[row.at % PLACES.length] ?? PLACES[0]
      return {
        name: `${city} office`,
        ...{ city, country, time_zone },
        address: { street: `${row.int(1, 90)} Ulica Długa`, zip_code: String(row.int(10_000, 99_999)) },
        is_remote: row.chance(0.1),
        phone: row.maybe(`+${row.int(1, 99)} ${row.int(100_000, 999_999)}`, 0.4),
        primary_contact_id: row.maybe(row.some('remote-users'), 0.3)
      }
    }
  },
  'remote-users': {
    model: 'remote_user',
    size: (people) => Math.min(people, Math.max(6, Math.ceil(people / 10))),
    fields: (row) => ({
      first_name: row.pick(FIRST),
      last_name: row.pick(LAST),
      email: `recruiter${row.at + 1}@customer.example`,
      access_role: row.pick(['ADMIN', 'SUPER_ADMIN', 'LIMITED_TEAM_MEMBER', 'INTERVIEWER', 'KIOSK']),
      disabled: row.chance(0.1),
      department_ids: [row.some('departments')],
      locale: row.pick(['en-GB', 'de-DE', 'ja-JP', null]),
      last_seen_at: row.maybe(row.time(0, 90), 0.2)
    })
  }
}

export const ats: Specs = { ...hiring, ...office }
