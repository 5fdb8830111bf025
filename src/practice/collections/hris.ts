import { few, share, type Row, type Specs } from './row'
import { CURRENCIES, FIRST, LAST, NATIONS, NOTES, PLACES, TEAMS, TITLES } from './words'

/** Managers come before their people; the first has none. */
const managerOf = (row: Row) => (row.at === 0 ? null : row.ref('employees', Math.floor((row.at - 1) / 6)))
/** Each employee once, then some of them again. */
const employeeOf = (row: Row) =>
  row.at < row.count('employees') ? row.ref('employees', row.at) : row.some('employees')
/** `round` counts the repeats. */
const inTurn = (row: Row) => row.ref('employees', row.at)
const round = (row: Row) => Math.floor(row.at / row.count('employees'))
const money = (row: Row, low: number, high: number) => Number(row.between(low, high).toFixed(2))

const hrisPeople: Specs = {
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

const PERIODS = ['YEAR', 'MONTH', 'HOUR'] as const

const hrisPay: Specs = {
  compensations: {
    model: 'compensation',
    size: share(1.5),
    fields: (row) => ({
      employee_id: inTurn(row),
      employment_id: row.ref('employments', row.at % row.count('employees')),
      pay_rate: money(row, 12, 160_000),
      pay_period: row.pick(PERIODS),
      pay_frequency: row.pick(['MONTHLY', 'BIWEEKLY', 'SEMIMONTHLY', 'QUATORZIÈME']),
      pay_currency: row.pick(CURRENCIES),
      components: [
        { kind: 'BASE', share: 0.9 },
        { kind: row.pick(['BONUS', 'EQUITY']), share: 0.1 }
      ],
      effective_date: row.day(1, 2000),
      end_date: row.maybe(row.day(-300, 1), 0.8),
      reason: row.maybe(row.pick(['MERIT', 'PROMOTION', 'Tarifrunde']), 0.4)
    })
  },
  'payroll-runs': {
    model: 'payroll_run',
    size: few(24),
    fields: (row) => ({
      run_type: row.pick(['REGULAR', 'REGULAR', 'OFF_CYCLE', 'CORRECTION']),
      run_state: row.at === 0 ? 'DRAFT' : 'PAID',
      payroll_run_calendar_id: row.some('payroll-run-calendars'),
      pay_group_id: row.some('pay-groups'),
      ...period(row, 30 * row.at),
      check_date: row.day(30 * row.at, 30 * row.at + 2),
      totals: { gross: money(row, 9e4, 9e6), net: money(row, 6e4, 6e6), currency: row.pick(CURRENCIES) }
    })
  },
  'employee-payroll-runs': {
    model: 'employee_payroll_run',
    size: share(4),
    fields: (row) => ({
      employee_id: inTurn(row),
      payroll_run_id: row.ref('payroll-runs', round(row)),
      gross_pay: money(row, 1200, 14_000),
      net_pay: money(row, 900, 9000),
      earnings: [
        { type: 'SALARY', amount: money(row, 1200, 9000) },
        { type: 'BONUS', amount: row.maybe(money(row, 1, 900), 0.7) }
      ],
      deductions: [
        { name: 'Pension', employee_deduction: money(row, 10, 400), company_deduction: money(row, 10, 400) }
      ],
      taxes: [{ name: 'Lohnsteuer', amount: money(row, 100, 3000), employer_tax: false }],
      ...period(row, 30 * round(row)),
      check_date: row.day(30 * round(row), 30 * round(row) + 2)
    })
  },
  'payroll-run-calendars': {
    model: 'payroll_run_calendar',
    size: few(3),
    fields: (row) => ({
      name: ['Monthly', 'Every two weeks', 'Wöchentlich'][row.at % 3],
      pay_frequency: ['MONTHLY', 'BIWEEKLY', 'WEEKLY'][row.at % 3],
      pay_group_id: row.some('pay-groups'),
      first_pay_date: row.day(1000, 1100),
      next_pay_date: row.day(-20, -1),
      cut_off_days: row.int(2, 9),
      time_zone: 'Europe/Berlin',
      is_default: row.at === 0,
      holidays: ['2026-01-01', '2026-12-25']
    })
  },
  'pay-groups': {
    model: 'pay_group',
    size: few(4),
    fields: (row) => ({
      name: ['Salaried', 'Hourly', 'Executives', 'Aushilfen'][row.at % 4],
      company_id: row.some('companies'),
      currency: row.pick(CURRENCIES),
      pay_frequency: row.pick(['MONTHLY', 'BIWEEKLY']),
      is_active: row.chance(0.9),
      approver_ids: [row.some('employees')],
      cost_center: row.maybe({ code: String(row.int(1000, 9999)) }, 0.3),
      description: row.maybe(row.pick(NOTES), 0.4)
    })
  },
  'payroll-codes': {
    model: 'payroll_code',
    size: few(18),
    fields: (row) => ({
      code: `PC${String(row.at).padStart(3, '0')}`,
      name: row.pick(['Overtime 50 %', 'Night shift', 'Sachbezug', 'Health plan', 'Union dues']),
      kind: row.pick(['EARNING', 'DEDUCTION', 'TAX', 'REIMBURSEMENT']),
      company_id: row.some('companies'),
      is_taxable: row.chance(0.6),
      rate: row.maybe(money(row, 0, 2), 0.3),
      unit: row.pick(['HOUR', 'FLAT', 'PERCENT', null]),
      valid_from: row.day(100, 3000),
      valid_to: row.maybe(row.day(-300, 0), 0.9)
    })
  },
  benefits: {
    model: 'benefit',
    size: share(1.1),
    fields: (row) => ({
      employee_id: inTurn(row),
      employer_benefit_id: row.ref('employer-benefits', row.at),
      provider_name: row.pick(['Meridian Health', 'Allianz', 'Saúde+', null]),
      benefit_plan_type: row.pick(['MEDICAL', 'DENTAL', 'RETIREMENT', 'FITNESS']),
      employee_contribution: money(row, 0, 400),
      company_contribution: money(row, 0, 900),
      currency: row.pick(CURRENCIES),
      start_date: row.day(30, 2000),
      end_date: row.maybe(row.day(-300, 0), 0.85)
    })
  },
  'employer-benefits': {
    model: 'employer_benefit',
    size: few(9),
    fields: (row) => ({
      name: row.pick(['Health Plus', 'Zahnzusatz', 'Pension 2', 'Bike lease', 'Gym']),
      benefit_plan_type: row.pick(['MEDICAL', 'DENTAL', 'RETIREMENT', 'FITNESS']),
      company_id: row.some('companies'),
      deduction_code: `D-${row.int(10, 99)}`,
      description: row.maybe(row.pick(NOTES), 0.4),
      eligibility: { min_fte: row.pick([0, 0.5, 0.8]), after_days: row.pick([0, 30, 90]) },
      is_active: row.chance(0.9),
      renewal_date: row.day(-300, -1)
    })
  },
  'dependent-benefits': {
    model: 'dependent_benefit',
    size: share(0.4),
    fields: (row) => ({
      dependent_id: row.ref('dependents', row.at),
      // A benefit of the dependent's employee.
      benefit_id: row.ref('benefits', (3 * row.at) % row.count('employees')),
      coverage_level: row.pick(['CHILD', 'SPOUSE', 'FAMILY']),
      beneficiary: { name: `${row.pick(FIRST)} ${row.pick(LAST)}`, share: row.pick([1, 0.5]) },
      is_primary: row.chance(0.7),
      status: row.pick(['ENROLLED', 'WAIVED', 'PENDING']),
      start_date: row.day(30, 2000),
      end_date: row.maybe(row.day(-300, 0), 0.85)
    })
  },
  'benefit-coverages': {
    model: 'benefit_coverage',
    size: share(0.9),
    fields: (row) => ({
      benefit_id: row.ref('benefits', row.at),
      employer_benefit_id: row.ref('employer-benefits', row.at),
      coverage_level: row.pick(['EMPLOYEE', 'EMPLOYEE_SPOUSE', 'FAMILY']),
      coverage_amount: row.maybe(money(row, 1000, 500_000), 0.2),
      currency: row.pick(CURRENCIES),
      deductible: money(row, 0, 900),
      copay: { percent: row.pick([0, 10, 20]), cap: row.maybe(row.int(500, 5000), 0.5) },
      effective_date: row.day(10, 900)
    })
  }
}

function period(row: Row, daysAgo: number) {
  return { start_date: row.day(daysAgo + 30, daysAgo + 30), end_date: row.day(daysAgo + 3, daysAgo + 3) }
}

const hrisTime: Specs = {
  'time-off': {
    model: 'time_off',
    size: share(2),
    fields: (row) => {
      const start = row.int(-90, 500)
      const days = row.int(1, 15)
      return {
        employee_id: inTurn(row),
        approver_employee_id: row.maybe(row.some('employees'), 0.2),
        status: row.pick(['APPROVED', 'APPROVED', 'REQUESTED', 'DECLINED', 'CANCELLED']),
        request_type: row.pick(['VACATION', 'SICK', 'PERSONAL', 'Bildungsurlaub']),
        units: 'DAYS',
        amount: row.pick([days, days - 0.5]),
        start_date: row.day(start, start),
        end_date: row.day(start - days, start - days),
        half_days: { start: row.chance(0.1), end: row.chance(0.1) },
        employee_note: row.maybe(row.pick(NOTES), 0.6)
      }
    }
  },
  'time-off-balances': {
    model: 'time_off_balance',
    size: share(3),
    fields: (row) => ({
      employee_id: inTurn(row),
      policy_type: ['VACATION', 'SICK', 'FLEX'][round(row) % 3],
      balance: money(row, -3, 40),
      used: money(row, 0, 30),
      accrual: { per: row.pick(['MONTH', 'YEAR']), amount: row.pick([2.08, 2.5, 25, 30]) },
      carry_over: row.maybe(row.int(0, 10), 0.4),
      unit: row.pick(['DAYS', 'HOURS']),
      expires_at: row.maybe(row.day(-400, -1), 0.5)
    })
  },
  'timesheet-entry': {
    model: 'timesheet_entry',
    size: share(5),
    fields: (row) => {
      const day = row.day(round(row), round(row))
      return {
        employee_id: inTurn(row),
        ...{ start_time: `${day}T08:${row.int(10, 59)}:00.000Z`, end_time: `${day}T17:0${row.int(0, 9)}:00.000Z` },
        hours_worked: money(row, 3, 9),
        breaks: [{ minutes: row.pick([30, 45, 60]), paid: row.chance(0.2) }],
        project: row.maybe({ code: `P-${row.int(100, 999)}`, name: row.pick(['Umbau', 'Audit', 'Rollout']) }, 0.4),
        location_id: row.some('locations'),
        status: row.pick(['APPROVED', 'SUBMITTED', 'DRAFT']),
        note: row.maybe(row.pick(NOTES), 0.7)
      }
    }
  }
}

export const hris: Specs = { ...hrisPeople, ...hrisPay, ...hrisTime }
