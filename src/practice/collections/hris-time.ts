import { inTurn, money, round } from './hris-people'
import { share, type Specs } from './row'
import { NOTES } from './words'

export const hrisTime: Specs = {
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
