import { few, share, type Specs } from './row'
import { FIRST, LAST, NOTES, PLACES, TEAMS } from './words'

export const atsOffice: Specs = {
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
