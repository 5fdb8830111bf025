import { few, share, type Row, type Specs } from './row'
import { FIRST, LAST, NATIONS, NOTES, PLACES, TEAMS, TITLES } from './words'

/** Managers come before their people; the first has none. */
const managerOf = (row: Row) => (row.at === 0 ? null : row.ref('employees', Math.floor((row.at - 1) / 6)))
/** Each employee once, then some of them again. */
const employeeOf = (row: Row) =>
  row.at < row.count('employees') ? row.ref('employees', row.at) : row.some('employees')
/** `round` counts the repeats. */
export const inTurn = (row: Row) => row.ref('employees', row.at)
export const round = (row: Row) => Math.floor(row.at / row.count('employees'))
export const money = (row: Row, low: number, high: number) => Number(row.between(low, high).toFixed(2))

export const hrisPeople: Specs = {
  employees: { model: 'employee', size: share(1), fields: employee },
  employments: {
    model: 'employment',
    size: share(1.2),
    fields: (row) => ({
      employee_id: employeeOf(row),
      company_id: row.some('companies'),
      pay_group_id: row.some('pay-groups'),
      job_title: row.pick(TITLES),
      employment_type: row.pick(['FULL_TIME', 'FULL_TIME', 'PART_TIME', 'INTERN', 'CONTRACTOR', 'Werkstudent']),
      contract: { kind: row.pick(['permanent', 'fixed-term', null]), notice_days: row.pick([14, 30, 90]) },
      fte: row.pick([1, 1, 0.8, 0.5]),
      weekly_hours: row.pick([40, 38.5, 32, 20]),
      flsa_status: row.maybe(row.pick(['EXEMPT', 'NONEXEMPT']), 0.4),
      start_date: row.day(30, 4000),
      end_date: row.maybe(row.day(-200, 20), 0.9)
    })
  },
  dependents: {
    model: 'dependent',
    size: share(0.7),
    fields: (row) => ({
      employee_id: row.ref('employees', 3 * row.at),
      first_name: row.pick(FIRST),
      last_name: row.pick(LAST),
      middle_name: row.maybe(row.pick(FIRST), 0.8),
      relationship: row.pick(['CHILD', 'CHILD', 'SPOUSE', 'DOMESTIC_PARTNER']),
      date_of_birth: row.day(200, 20_000),
      gender: row.maybe(row.pick(['FEMALE', 'MALE', 'NON-BINARY']), 0.2),
      phone_number: row.maybe(phone(row), 0.6),
      home_location: { city: row.pick(PLACES)[0], country: row.pick(NATIONS) },
      is_student: row.chance(0.3)
    })
  },
  'bank-info': {
    model: 'bank_info',
    size: share(1),
    fields: (row) => ({
      employee_id: employeeOf(row),
      account_number: `••••${row.int(1000, 9999)}`,
      routing_number: row.maybe(String(row.int(100_000_000, 999_999_999)), 0.5),
      iban: row.maybe(`DE${row.int(10, 99)} 5001 0517 ${row.int(1000, 9999)} ••••`, 0.3),
      bank_name: row.pick(['Sparkasse Süd', 'First Meridian', 'Crédit du Nord', 'みらい銀行']),
      account_type: row.pick(['CHECKING', 'SAVINGS', null]),
      currency: row.pick(['EUR', 'USD', 'JPY']),
      is_primary: row.chance(0.9),
      valid_from: row.day(10, 2000)
    })
  },
  documents: {
    model: 'document',
    size: share(1.4),
    fields: (row) => ({
      employee_id: row.some('employees'),
      name: `${row.pick(['Contract', 'Payslip', 'Zeugnis', 'Visa', 'NDA, signed'])} ${row.int(1, 99)}.pdf`,
      type: row.pick(['W4', 'I9', 'OTHER', null]),
      remote_type: row.pick(['tax_form', 'Arbeitsvertrag', null]),
      data_status: row.pick(['AVAILABLE', 'AVAILABLE', 'PENDING', 'UNSUPPORTED', 'FAILED']),
      is_deleted: row.chance(0.05),
      mime_type: 'application/pdf',
      uploaded_at: row.time(1, 900)
    }),
    // Only W4 has a schema.
    detail: ({ type, data_status }) =>
      type === 'W4' && data_status === 'AVAILABLE'
        ? { data: { filing_status: 'SINGLE', multiple_jobs: false, dependents_amount: 2000, signed_at: '2026-01-05' } }
        : {}
  },
  companies: {
    model: 'company',
    size: few(3),
    fields: (row) => ({
      legal_name: `${row.pick(LAST)} ${row.pick(['GmbH', 'Ltd', 'Inc.', 'S.A.'])}`,
      display_name: row.pick(LAST),
      eins: [`${row.int(10, 99)}-${row.int(1_000_000, 9_999_999)}`],
      country: row.pick(NATIONS),
      website: row.maybe(`https://www.company${row.at}.example`, 0.3),
      primary_address: address(row),
      departments: TEAMS.slice(0, 3),
      is_headquarters: row.at === 0
    })
  },
  groups: {
    model: 'group',
    size: few(TEAMS.length),
    fields: (row) => ({
      name: TEAMS[row.at % TEAMS.length],
      type: row.pick(['DEPARTMENT', 'DEPARTMENT', 'TEAM', 'COST_CENTER']),
      company_id: row.some('companies'),
      parent_group_id: row.at === 0 ? null : row.ref('groups', Math.floor((row.at - 1) / 3)),
      cost_center: { code: String(1000 + row.at * 10), label: row.pick(TEAMS) },
      lead_employee_id: row.some('employees'),
      is_commonly_used_as_team: row.chance(0.6),
      description: row.maybe(row.pick(NOTES), 0.5)
    })
  },
  locations: {
    model: 'location',
    size: few(PLACES.length),
    fields: (row) => {
      const [city, country, time_zone] = PLACES[row.at % PLACES.length] ?? PLACES[0]
      return {
        name: `${city} ${row.pick(['HQ', 'Office', 'Lager'])}`,
        location_type: row.pick(['WORK', 'WORK', 'HOME']),
        ...{ city, country, time_zone },
        ...{ street_1: `${row.int(1, 240)} Hauptstraße`, street_2: row.maybe('c/o Empfang', 0.8) },
        zip_code: String(row.int(10_000, 99_999)),
        phone_number: row.maybe(phone(row), 0.5),
        coordinates: {
          latitude: Number(row.between(-60, 70).toFixed(4)),
          longitude: Number(row.between(-180, 180).toFixed(4))
        },
        capacity: row.int(4, 900)
      }
    }
  }
}

function employee(row: Row): Record<string, unknown> {
  const first_name = row.pick(FIRST)
  const last_name = row.pick(LAST)
  const active = row.chance(0.92)
  return {
    employee_number: String(row.at + 1).padStart(5, '0'),
    first_name,
    last_name,
    preferred_name: row.maybe(first_name.slice(0, 3), 0.8),
    display_full_name: `${first_name} ${last_name}`,
    job_title: row.maybe(row.pick(TITLES), 0.03),
    work_email: `person${row.at + 1}@customer.example`,
    personal_email: row.maybe(`home${row.at + 1}@mail.example`, 0.5),
    mobile_phone_number: row.maybe(phone(row), 0.4),
    company_id: row.some('companies'),
    work_location_id: row.some('locations'),
    manager_id: managerOf(row),
    group_ids: [...new Set([row.some('groups'), row.some('groups')])],
    home_address: row.maybe(address(row), 0.14),
    nationality: row.maybe(row.pick(NATIONS), 0.1),
    date_of_birth: row.maybe(row.day(7000, 24_000), 0.05),
    employment_status: active ? 'ACTIVE' : row.pick(['INACTIVE', 'PENDING', 'GARDEN_LEAVE']),
    start_date: row.day(30, 4000),
    termination_date: active ? null : row.day(1, 29),
    tags: row.chance(0.3) ? [] : [row.pick(['on-call', 'mentor', 'first-aid', 'Betriebsrat'])]
  }
}

function address(row: Row) {
  const [city, country_code] = row.pick(PLACES)
  return { street: `${row.int(1, 240)} Rua das Flores`, city, zip_code: String(row.int(1000, 99_999)), country_code }
}

function phone(row: Row): string {
  return `+${row.pick([1, 44, 48, 49, 81, 351])} ${row.int(100, 999)} ${row.int(1_000_000, 9_999_999)}`
}
