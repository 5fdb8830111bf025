import { describe, expect, it } from 'vitest'
import { body, call, HRIS, practice, refusals, stopped, refresh, type RequestBody } from '../testing'
import type { PracticeService } from '../types'

const first = (service: PracticeService, category: string) => {
  const found = service.connectors.find((one) => one.category === category)
  if (!found) throw new Error(`no connector of ${category}`)
  return found
}

const remove = (service: PracticeService, category: string, id: string, headers = {}) =>
  call(service, `/api/${category}/v1/connectors/${id}/delete`, { method: 'DELETE', headers })

describe('deleting a connector (spec: Endpoint 4)', () => {
  it.each(['HRIS', 'ATS', 'LMS'])('of %s takes it out of the list, and only it', async (category) => {
    const service = await practice({ connectors: 300 })
    const list = `/api/${category.toLowerCase()}/v1/connectors`
    const target = first(service, category)
    const ids = async () => (await refresh(service, list)).flatMap((page) => page.items.map((one) => one.id))
    const before = await ids()
    const answer = await remove(service, category.toLowerCase(), target.id)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ message: 'Connector deleted' })
    expect(await ids()).toEqual(before.filter((id) => id !== target.id))
    expect((await body(call(service, `${list}?connector_token=${target.connector_token}`))).items).toEqual([])
    expect(service.connectors).toHaveLength(299)
  })

  it('answers 404 the second time, to an unknown id and to one of another category', async () => {
    const service = await practice()
    const { id } = first(service, 'HRIS')
    expect((await remove(service, 'ats', id)).status).toBe(404)
    expect((await remove(service, 'hris', id)).status).toBe(200)
    for (const unknown of [id, '00000000-0000-4000-8000-000000000000']) {
      const answer = await remove(service, 'hris', unknown)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toEqual({ detail: 'Connector not found' })
    }
  })

  it.each(['7', 'x'.repeat(36), '%20', '00000000-0000-4000-8000-00000000000g'])('answers 422 to %s', async (id) => {
    expect(await refusals(remove(await practice(), 'hris', id))).toEqual([['path.connector_id', 'uuid_parsing']])
  })

  it('wants a bearer, DELETE, and no connector token of another category', async () => {
    const service = await practice()
    const { id } = first(service, 'HRIS')
    const path = `${HRIS}/${id}/delete`
    expect((await fetch(service.url + path, { method: 'DELETE' })).status).toBe(401)
    expect((await call(service, path)).status).toBe(405)
    const token = first(service, 'ATS').connector_token
    expect((await remove(service, 'hris', id, { 'x-connector-token': token })).status).toBe(403)
    expect(service.connectors).toHaveLength(60)
  })

  it('answers 200 with a message, also where deletes of mappings have no body', async () => {
    const service = await practice({ emptyDeletes: true })
    const answer = await remove(service, 'hris', first(service, 'HRIS').id)
    expect([answer.status, await answer.json()]).toEqual([200, { message: 'Connector deleted' }])
  })

  it.each(['reset', 'hang'] as const)('is done though the answer is lost (%s)', async (how) => {
    const service = await practice({ faults: [{ name: 'lost-answer', path: '/delete', how, times: 1 }] })
    const { id } = first(service, 'HRIS')
    const hangUp = new AbortController()
    const lost = call(service, `${HRIS}/${id}/delete`, { method: 'DELETE', signal: hangUp.signal })
    const failed = expect(lost).rejects.toThrow(how === 'hang' ? 'aborted' : 'fetch failed')
    while (service.connectors.some((one) => one.id === id)) await new Promise((resolve) => setImmediate(resolve))
    if (how === 'hang') hangUp.abort()
    await failed
    expect(service.connectors.some((one) => one.id === id)).toBe(false)
    expect(service.requests.at(-1)).toMatchObject({ method: 'DELETE', status: null })
    expect((await remove(service, 'hris', id)).status).toBe(404)
  })
})

describe('a walk while connectors come and go', () => {
  it('neither skips nor repeats one that stays', async () => {
    const { service } = await stopped({ connectors: 300, limitPerMinute: 0 })
    const scenario = service.play('morning', { speed: 0 })
    const all = service.connectors.filter((one) => one.category === 'HRIS').map((one) => one.id)
    const seen: string[] = []
    const deleted: string[] = []
    let cursor: string | null = null
    do {
      const page: RequestBody = await body(call(service, `${HRIS}?page_size=20${cursor ? `&cursor=${cursor}` : ''}`))
      seen.push(...page.items.map((one) => one.id))
      cursor = page.cursor
      // A seen one goes, an unseen one goes, one comes.
      for (const id of [seen.at(-3), all.find((one) => !seen.includes(one) && !deleted.includes(one))]) {
        if (id && (await remove(service, 'hris', id)).status === 200) deleted.push(id)
      }
      scenario.next()
    } while (cursor !== null)
    expect(deleted.length).toBeGreaterThan(20)
    const gone = scenario.played.find((one) => one.name === 'gone')?.ids ?? []
    const stayed = all.filter((id) => !deleted.includes(id) && !gone.includes(id))
    expect(stayed.filter((id) => !seen.includes(id))).toEqual([])
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toEqual(all.filter((id) => seen.includes(id)))
  })
})
