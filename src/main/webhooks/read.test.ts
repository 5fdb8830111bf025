import { describe, expect, it } from 'vitest'
import { readDelivery, readWebhook } from './read'

const same = (text: string) => text
const whole = {
  id: 'd1',
  connector_id: 'c1',
  url: 'https://hooks.example.com/in',
  method: 'POST',
  response_code: 200,
  created_at: '2026-03-01T10:00:00',
  integration_name: 'BambooHR',
  end_user_name: 'Acme',
  origin_id: 'acme-1',
  webhook_action: 'connector_synced',
  webhook_name: 'Ours'
}

describe('readDelivery', () => {
  it('reads what is promised, times without an offset as UTC', () => {
    expect(readDelivery({ ...whole, extra: { new: 1 } }, same)).toEqual({
      id: 'd1',
      connectorId: 'c1',
      url: 'https://hooks.example.com/in',
      method: 'POST',
      responseCode: 200,
      createdAt: Date.parse('2026-03-01T10:00:00Z'),
      integrationName: 'BambooHR',
      endUser: 'Acme',
      originId: 'acme-1',
      action: 'connector_synced',
      webhookName: 'Ours',
      failed: false,
      odd: []
    })
  })

  it.each([
    [{ response_code: '200' }, ['response_code']],
    [{ response_code: 99 }, ['response_code']],
    [{ response_code: 600 }, ['response_code']],
    [{ response_code: 200.5 }, ['response_code']],
    [{ created_at: 'yesterday' }, ['created_at']],
    [{ created_at: 1_772_366_400 }, ['created_at']],
    [{ connector_id: 7, url: ['x'] }, ['connector_id', 'url']],
    [{ id: 17 }, ['id']],
    [{ id: null }, ['id']],
    [{ webhook_name: null, origin_id: undefined }, []]
  ])('names what is malformed in %j', (change, odd) => {
    expect(readDelivery({ ...whole, ...change }, same).odd).toEqual(odd)
  })

  it.each([
    [199, true],
    [200, false],
    [299, false],
    [300, true],
    [null, true],
    ['ok', true]
  ])('with the answer %j failed: %s', (response_code, failed) => {
    expect(readDelivery({ ...whole, response_code }, same).failed).toBe(failed)
  })

  it.each([null, 'text', 7, [], {}])('refuses nothing, not even %j', (item) => {
    expect(readDelivery(item, same)).toMatchObject({ id: '', action: null, failed: true, odd: ['id'] })
  })

  it('masks known secrets in every text', () => {
    const leaky = {
      ...whole,
      id: 'ct_secret',
      end_user_name: 'ct_secret',
      webhook_action: 'ct_secret',
      url: 'https://x/ct_secret'
    }
    const read = readDelivery(leaky, (text) => text.replaceAll('ct_secret', '[token]'))
    expect(JSON.stringify(read)).not.toContain('ct_secret')
  })
})

describe('readWebhook', () => {
  it('reads what is promised', () => {
    const item = {
      webhook_id: 'w1',
      name: 'Ours',
      url: 'https://u:p@hooks.example.com/in?token=abc',
      is_enabled: true,
      for_test_connector: false,
      created_at: '2026-03-01T10:00:00Z',
      last_triggered_at: null
    }
    expect(readWebhook(item, same)).toEqual({
      id: 'w1',
      name: 'Ours',
      url: 'https://…@hooks.example.com/in?token=…',
      enabled: true,
      forTests: false,
      createdAt: Date.parse('2026-03-01T10:00:00Z'),
      lastTriggeredAt: null
    })
  })

  it.each([null, {}, { id: 'other-name', is_enabled: 'yes' }])('refuses nothing, not even %j', (item) => {
    expect(readWebhook(item, same)).toMatchObject({ name: null, enabled: null, createdAt: null })
  })
})
