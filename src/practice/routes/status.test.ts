import { expect, it } from 'vitest'
import { practiceStatusPath } from '../../shared/lookups/status-page'
import { practice, stopped } from '../testing'
import { integrations } from '../data/integrations'
import type { PracticeService } from '../types'

const at = (service: PracticeService, slug: string) => fetch(service.url + practiceStatusPath(slug))
async function incidents(service: PracticeService, slug: string) {
  const answer = await at(service, slug)
  return (await answer.json()) as { incidents: { status: string; started_at: string; resolved_at: string | null }[] }
}

it('the page of a provider with an outage says so, minutes after its first connectors broke', async () => {
  const { service } = await stopped({ connectors: 1_204 })
  const [incident] = (await incidents(service, 'workday')).incidents
  const broke = service.connectors
    .filter((one) => one.integration_slug === 'workday' && one.status === 'RELINK_NEEDED')
    .map((one) => Date.parse(one.relink_needed_at ?? ''))
  expect(incident).toMatchObject({ status: 'identified', resolved_at: null, impact: 'major' })
  expect(Date.parse(incident?.started_at ?? '') - Math.min(...broke)).toBe(4 * 60_000)
})

it('one is a feed, one is silent, and of an unknown integration there is none', async () => {
  const service = await practice()
  expect(await (await at(service, 'personio')).text()).toContain('<strong>resolved</strong> - Sign-ins work again.')
  expect((await incidents(service, 'bamboohr')).incidents).toEqual([])
  expect((await at(service, 'nobody')).status).toBe(404)
})

it('in the year, an outage stands on the page of its provider, and ends there', async () => {
  const service = await practice({ connectors: 2_000, play: 'year', speed: 0 })
  const words = service.advance('outage').at(-1)?.words ?? ''
  const struck = integrations().find((one) => words.startsWith(`Outage of ${one.display_name}:`))
  if (!struck || struck.slug === 'personio') throw new Error(`Whose outage is it? ${words}`)
  const states = async () => (await incidents(service, struck.slug)).incidents.map(({ resolved_at }) => resolved_at)
  expect(await states()).toEqual([null])
  const isOver = () => service.advance('outage-over').at(-1)?.words === `Outage of ${struck.display_name} is over`
  while (!isOver()) expect(await states()).toEqual([null])
  expect(await states()).toEqual([expect.any(String)])
})
