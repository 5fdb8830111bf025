import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundleWorker } from '../testing/bundle-worker'
import { practiceInThread } from './practice-host'

let bundle: Awaited<ReturnType<typeof bundleWorker>>
beforeAll(async () => {
  bundle = await bundleWorker(join(import.meta.dirname, '../app/threads/practice.ts'))
})
afterAll(() => bundle.remove())

it('runs both regions once, each with a token of its own, until it is stopped', async () => {
  const practice = practiceInThread(bundle.url)
  const addresses = await practice.start()
  await expect(practice.start()).resolves.toEqual(addresses)
  for (const { url, bearerToken } of [addresses.default, addresses.eu]) {
    const answer = await fetch(`${url}/api/hris/v1/connectors`, { headers: { authorization: `Bearer ${bearerToken}` } })
    expect(answer.status).toBe(200)
  }
  expect(addresses.default.bearerToken).not.toBe(addresses.eu.bearerToken)
  await practice.stop()
  await expect(fetch(addresses.default.url)).rejects.toThrow('fetch failed')
})

it('tells its practice time, which runs faster or jumps to the next event on request', async () => {
  const practice = practiceInThread(bundle.url)
  const first = await practice.time('default', null)
  expect(first).toMatchObject({ speed: 1, told: [] })
  expect(Math.abs(first.now - Date.now())).toBeLessThan(60_000)
  const jumped = await practice.time('default', 'next')
  expect(jumped.told).toHaveLength(1)
  expect(jumped.now).toBeGreaterThanOrEqual(first.next ?? Infinity)
  // Both regions are one world.
  expect(await practice.time('eu', 1440)).toMatchObject({ speed: 1440 })
  expect((await practice.time('default', null)).speed).toBe(1440)
  await practice.stop()
})

it('says why it does not start', async () => {
  const practice = practiceInThread(new URL(`data:text/javascript,throw new Error('No port is free.')`))
  await expect(practice.start()).rejects.toMatchObject({
    code: 'internal',
    message: expect.stringContaining('No port is free.')
  })
})
