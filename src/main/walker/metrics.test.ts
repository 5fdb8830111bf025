import { expect, it } from 'vitest'
import { Figures } from './figures'
import { metricsText } from './metrics'

const now = Date.parse('2026-03-01T12:00:00Z')
const build = { version: '1.2.3', commit: 'abc' }

it('writes what is known of each service, with help and type', () => {
  const one = new Figures('https://api.example.com')
  one.databaseConnected = true
  one.databaseOpen = 5
  one.refreshedAt = now - 90_500
  one.connectors = new Map([
    [
      'HRIS',
      new Map([
        ['relink', 2],
        ['healthy', 40]
      ])
    ]
  ])
  one.called({ tries: 3, limited: 1 })
  one.failed('database-login')
  one.ended({ outcome: 'walked', ageMs: 0 })
  const text = metricsText([one, new Figures('https://eu.example.com')], build, now)
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      'connector_desk_walker_build_info{version="1.2.3",commit="abc"} 1',
      '# TYPE connector_desk_walker_database_connected gauge',
      'connector_desk_walker_database_connected{service="https://api.example.com"} 1',
      'connector_desk_walker_database_connected{service="https://eu.example.com"} 0',
      'connector_desk_walker_database_open{service="https://api.example.com"} 5',
      'connector_desk_walker_walk_age_seconds{service="https://api.example.com"} 90.5',
      'connector_desk_walker_connectors{service="https://api.example.com",category="HRIS",verdict="relink"} 2',
      '# TYPE connector_desk_walker_requests_total counter',
      'connector_desk_walker_requests_total{service="https://api.example.com"} 3',
      'connector_desk_walker_rate_limited_total{service="https://api.example.com"} 1',
      'connector_desk_walker_turns_total{service="https://api.example.com",outcome="walked"} 1',
      'connector_desk_walker_turns_total{service="https://api.example.com",outcome="away"} 0',
      'connector_desk_walker_failures_total{service="https://api.example.com",kind="database-login"} 1'
    ])
  )
  // The other service has no refresh yet.
  expect(text).not.toContain('walk_age_seconds{service="https://eu.example.com"}')
  expect(text).not.toContain('walk_duration_seconds')
  expect(text).not.toContain('database_open{service="https://eu.example.com"}')
})

it('is in the form that Prometheus reads: each family once, with its samples below it', () => {
  const text = metricsText([new Figures('https://a.example/"\\\n')], build, now)
  expect(text.endsWith('\n')).toBe(true)
  const lines = text.trimEnd().split('\n')
  const families = lines.filter((line) => line.startsWith('# TYPE')).map((line) => line.split(' ')[2])
  expect(new Set(families).size).toBe(families.length)
  let family = ''
  for (const line of lines) {
    if (line.startsWith('#')) family = line.split(' ')[2] ?? ''
    else expect(line).toMatch(new RegExp(`^${family}\\{([a-z]+="([^"\\\\]|\\\\[\\\\"n])*",?)+\\} -?\\d+(\\.\\d+)?$`))
  }
})
