import { describe, expect, it } from 'vitest'
import { greeting, HELP, parseCli, storyOf } from './cli'
import { DAY } from './data/draft'
import { FAULT_NAMES } from './faults'
import { DEMO, startRegions } from './regions'
import { body, call, HRIS, START, stopped } from './testing'
import { OPERATIONS } from './types'

describe('the command line', () => {
  it('takes every option', () => {
    const text = `--port 4100 --connectors 50000 --latency 20 --limit-every 5 --limit-per-minute 30 --seed 7
      --retry-after http-date --fault hang:/api/ats --fault status:cursor=a:b
      --play morning --speed 0.5 --sync-seconds 9 --collection-size 1000000 --moving --without resync --without linkToken`
    expect(parseCli(text.split(/\s+/))).toEqual({
      port: 4100,
      connectors: 50_000,
      latencyMs: 20,
      limitEveryN: 5,
      limitPerMinute: 30,
      seed: 7,
      retryAfter: 'http-date',
      play: 'morning',
      speed: 0.5,
      syncSeconds: 9,
      collectionSize: 1_000_000,
      moving: true,
      operations: { resync: false, linkToken: false },
      faults: [
        { name: 'hang', path: '/api/ats' },
        { name: 'status', path: 'cursor=a:b' }
      ]
    })
    expect(parseCli([])).toEqual({})
    expect(parseCli(['--story'])).toEqual({ play: 'year', speed: 1440 })
    expect(parseCli(['--story', '--speed', '9'])).toEqual({ play: 'year', speed: 9 })
    expect(parseCli(['--fault', 'slow'])).toEqual({ faults: [{ name: 'slow', path: '' }] })
  })

  it.each([
    [['--port', '70000'], '--port is a whole number from 0 to 65534, not "70000"'],
    [['--connectors', '-5'], '--connectors'],
    [['--connectors=-5'], '--connectors is a whole number from 0 to 1000000, not "-5"'],
    [['--latency', '1.5'], '--latency is a whole number'],
    [['--seed', ''], '--seed is a whole number'],
    [['--retry-after', 'soon'], '--retry-after is one of seconds, http-date, reset-only, none, not "soon"'],
    [['--fault', 'flood:/api'], '--fault "flood": there are status, html'],
    [['--play', 'evening'], '--play is one of morning, year, not "evening"'],
    [['--speed', 'fast'], '--speed is a number from 0 on, not "fast"'],
    [['--without', 'lists'], '--without is one of resync, linkToken'],
    [['--collection-size', 'many'], '--collection-size is a whole number from 0 to 100000000, not "many"'],
    [['--story', '--play=morning'], '--story plays the year: leave --play out'],
    [['--what'], "Unknown option '--what'"],
    [['extra'], "Unexpected argument 'extra'"]
  ])('refuses %j with a reason', (args, words) => {
    expect(() => parseCli(args)).toThrow(words)
  })

  it('helps with every option and fault', () => {
    expect(parseCli(['--help', '--port', '1'])).toBeUndefined()
    for (const name of [...FAULT_NAMES, ...OPERATIONS]) expect(HELP).toContain(name)
    for (const flag of [
      'port',
      'connectors',
      'latency',
      'limit-every',
      'limit-per-minute',
      'retry-after',
      'seed',
      'play',
      'speed',
      'sync-seconds',
      'collection-size',
      'moving',
      'story',
      'without'
    ]) {
      expect(HELP).toContain(`--${flag} `)
    }
  })
})

describe('the story', () => {
  async function told(seed: number) {
    const worlds = [
      await stopped({ connectors: 80, seed, play: 'year' }),
      await stopped({ connectors: 40, region: 'eu' })
    ]
    const [first, second] = worlds.map((one) => one.service)
    if (!first || !second) throw new Error('no service')
    const news = storyOf({ default: first, eu: second, close: async () => undefined })
    const quiet = news()
    for (const { clock } of worlds) clock.at += 300 * DAY
    const lines = news()
    for (const { clock } of worlds) clock.at = START + 366 * DAY
    return { quiet, lines, last: news(), after: news() }
  }

  it('is told line by line with its practice time, until the year is over', async () => {
    const { quiet, lines, last, after } = await told(1)
    expect(quiet).toEqual([])
    expect(lines.length).toBeGreaterThan(30)
    for (const line of lines) expect(line).toMatch(/^20(30|31)-\d\d-\d\d \d\d:\d\d {2}Default {2}\S.+/)
    expect(lines.map((line) => line.slice(0, 16))).toEqual(lines.map((line) => line.slice(0, 16)).toSorted())
    expect(last.at(-1)).toMatch(/^20\d\d-.* {2}Default {2}The year is over$/)
    expect(after).toEqual([])
  })

  it('is the same for the same seed, and another for another', async () => {
    const [one, again, other] = [await told(5), await told(5), await told(6)]
    expect(again).toEqual(one)
    expect(other.lines).not.toEqual(one.lines)
  })
})

describe('both regions', () => {
  it('run side by side with data, tokens and addresses of their own', async () => {
    const regions = await startRegions({ connectors: 200, latencyMs: 0 })
    try {
      const { default: one, eu } = regions
      expect([one.region, one.connectors.length, eu.region, eu.connectors.length]).toEqual(['default', 200, 'eu', 70])
      expect(one.url).not.toBe(eu.url)
      expect((await call(one, HRIS)).status).toBe(200)
      const authorization = `Bearer ${one.bearerToken}`
      expect((await fetch(eu.url + HRIS, { headers: { authorization } })).status).toBe(401)
      const ids = new Set((await body(call(one, HRIS))).items.map((item) => item.id))
      expect((await body(call(eu, HRIS))).items.filter((item) => ids.has(item.id))).toEqual([])
      for (const part of [one.url, one.bearerToken, eu.url, eu.bearerToken, '200 connectors', '70 connectors']) {
        expect(greeting(regions)).toContain(part)
      }
    } finally {
      await regions.close()
    }
    await expect(fetch(regions.eu.url)).rejects.toThrow('fetch failed')
    await expect(fetch(regions.default.url)).rejects.toThrow('fetch failed')
  })

  it('leave nothing running when the second cannot start', async () => {
    const blocked = await startRegions({ connectors: 1 })
    const port = Number(new URL(blocked.eu.url).port)
    await expect(startRegions({ connectors: 1, port: port - 1 })).rejects.toThrow('EADDRINUSE')
    await expect(fetch(`http://127.0.0.1:${port - 1}/`)).rejects.toThrow('fetch failed')
    await blocked.close()
  })

  it('meet two refusals in the walk of the demo', async () => {
    const { limitEveryN, connectors } = DEMO
    const regions = await startRegions({ ...DEMO, latencyMs: 0, retryAfterSeconds: 0 })
    const answers = await Promise.all(['hris', 'ats', 'lms'].map((category) => readAgain(category)))
    await regions.close()
    expect(answers.flatMap((one) => one.ids)).toHaveLength(connectors)
    expect(answers.reduce((sum, one) => sum + one.refused, 0)).toBe(2)
    expect(limitEveryN).toBeGreaterThan(1)

    async function readAgain(category: string) {
      const ids: string[] = []
      let refused = 0
      let cursor: string | null | undefined
      for (let n = 0; n < 100 && cursor !== null; n++) {
        const path = `/api/${category}/v1/connectors?${cursor ? `cursor=${cursor}` : 'page_size=200'}`
        const answer = await call(regions.default, path)
        if (answer.status === 429) {
          refused++
          continue
        }
        const page = await body(answer)
        ids.push(...page.items.map((item) => item.id))
        cursor = page.cursor
      }
      return { ids, refused }
    }
  })
})
