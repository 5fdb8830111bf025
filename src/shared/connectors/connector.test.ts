import { describe, expect, it } from 'vitest'
import { readConnector } from './connector'

describe('readConnector', () => {
  it('reads a record of the contract', () => {
    const connector = readConnector({
      id: 'c1',
      is_active: true,
      status: 'RELINK_NEEDED',
      integration_slug: 'bamboohr',
      end_user: 'Acme',
      origin_id: null,
      sync_status: 'Done',
      last_sync_start_time: '2026-03-01T12:00:00Z',
      next_sync_start_time: '2026-03-01T14:00:00+02:00',
      relink_needed_at: '2026-03-01T12:00:00.123456',
      is_test_connector: false,
      sync_progress: 100,
      total_employees: 0,
      avg_sync_duration: '3 min 41 sec'
    })
    const noon = Date.parse('2026-03-01T12:00:00Z')
    expect(connector).toMatchObject({
      status: 'RELINK_NEEDED',
      originId: null,
      lastSyncStart: noon,
      nextSyncStart: noon,
      relinkNeededAt: noon + 123,
      syncProgress: 100,
      totalEmployees: 0,
      activeEmployees: null,
      avgSyncDuration: 221_000,
      odd: []
    })
  })

  it.each([
    ['last_sync_start_time', 'yesterday'],
    ['last_sync_start_time', '2026-13-45T00:00:00Z'],
    ['next_sync_start_time', 1_772_366_400],
    ['created_at', '2026-03-01'],
    ['relink_needed_at', '0001-01-01T00:00:00'],
    ['relink_needed_at', '1970-01-01T00:00:00Z'],
    ['relink_needed_at', '1999-12-31T23:59:59.999Z'],
    ['total_employees', -1],
    ['total_employees', 1.5],
    ['active_employees', '12'],
    ['sync_progress', 101],
    ['sync_progress', -1],
    ['avg_sync_duration', '3 minutes'],
    ['is_active', 'true'],
    ['status', 7],
    ['end_user', { name: 'Acme' }]
  ])('marks %s = %j as odd and never throws', (field, value) => {
    expect(readConnector({ id: 'c1', [field]: value }).odd).toEqual([field])
  })

  it('accepts a time from the year 2000 on', () => {
    expect(readConnector({ id: 'c1', relink_needed_at: '2000-01-01T00:00:00Z' })).toMatchObject({
      relinkNeededAt: Date.UTC(2000, 0, 1),
      odd: []
    })
  })

  it('keeps enum values it does not know', () => {
    expect(readConnector({ id: 'c1', status: 'SUSPENDED', sync_status: 'Queued' })).toMatchObject({
      status: 'SUSPENDED',
      syncStatus: 'Queued',
      odd: []
    })
  })
})
