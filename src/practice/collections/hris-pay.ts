import { inTurn, money, round } from './hris-people'
import { few, share, type Row, type Specs } from './row'
import { CURRENCIES, FIRST, LAST, NOTES } from './words'

const PERIODS = ['YEAR', 'MONTH', 'HOUR'] as const

export const hrisPay: Specs = {
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
