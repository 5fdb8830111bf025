import type { PracticeConnector } from '../connector'
import { DAY, HOUR, iso } from '../data/draft'
import type { Step } from '../scenario'
import type { Shape } from '../types'
import type { World } from '../world'
import { Headcounts } from './headcounts'
import { Turns } from './turns'
import { eventsOf, type YearEvent } from './year-events'

/** What records of an integration look like after its night, in turn. */
const overnight: readonly Shape[] = ['moved', 'renamed', 'emptied', 'numbers', 'other-values', 'longer']

interface Part {
  name: string
  at: number
  words: string
  /** To each of its connectors that is there. */
  to?: (one: PracticeConnector, at: number) => void
  /** Besides. */
  also?: (at: number) => void
}

/**
 * A year of practice time: `year-events.ts` draws it at the start. A connector that was deleted, or that a person helped
 * meanwhile, is left alone.
 */
export function year(world: World): Step[] {
  const { life, clock } = world
  const { seed, region } = world.options
  const start = clock.now()
  const turns = new Turns(world)
  const events = eventsOf(world.connectors, { seed, region, now: start })
  life.headcount = new Headcounts(`${seed}/${region}`, start, events).at
  const known = new Map(world.connectors.map((one) => [one.id, one]))
  for (const { newcomer } of events) if (newcomer) known.set(newcomer.id, newcomer)
  return events
    .flatMap((event) => partsOf(event).map((part) => stepOf(part, event)))
    .filter((step) => step.at >= 0)
    .sort((a, b) => a.at - b.at)

  function stepOf({ name, at, words, to, also }: Part, { ids }: YearEvent): Step {
    const happen = (moment: number) => {
      also?.(moment)
      const there = ids.flatMap((id) => known.get(id) ?? []).filter((one) => world.connectors.includes(one))
      for (const one of there) to?.(one, moment)
      return there
    }
    return { name, at: at - start, words, happen }
  }

  function partsOf(event: YearEvent): Part[] {
    const { kind, ids, from, until, integration = '', factor = 1, newcomer, between = from } = event
    const of = named(ids[0])
    const many = ids.length
    const part = (name: string, at: number | null, words: string, what: Pick<Part, 'to' | 'also'> = {}) =>
      at === null ? [] : [{ name, at, words, ...what }]
    switch (kind) {
      case 'relink':
        return [
          ...part('relink-needed', from, `Relink needed: ${of}`, { to: breaks }),
          ...part('relinked', until, `Relinked: ${of}`, { to: relinks })
        ]
      case 'returns':
        return [
          ...part('relink-needed', from, `Relink needed: ${of}`, { to: breaks }),
          ...part('relinked', between, `Relinked: ${of}`, { to: relinks }),
          ...part('relink-returned', between + 5 * HOUR, `Relink needed again: ${of}`, { to: breaks }),
          ...part('relinked', until, `Relinked: ${of}`, { to: relinks })
        ]
      case 'dead': {
        const turn = (dies: boolean) => (one: PracticeConnector) => void world.dead[dies ? 'add' : 'delete'](one.id)
        return [
          ...part('credentials-died', from, `Credentials died, nothing shows it: ${of}`, { to: turn(true) }),
          ...part('credentials-live', until, `Credentials work again: ${of}`, { to: turn(false) })
        ]
      }
      case 'expired':
        return [
          ...part('credentials-expired', from, `Credentials expired, syncs fail: ${of}`, { to: fails }),
          ...part('relink-needed', from + DAY, `Relink needed: ${of}`, { to: breaks }),
          ...part('relinked', until, `Relinked: ${of}`, { to: relinks })
        ]
      case 'outage':
        return [
          ...part('outage', from, `Outage of ${system(integration)}: syncs of ${many} connectors fail`, {
            to: fails,
            also: (at) => void world.outages.set(integration, { from: clock.shown(at), until: null })
          }),
          ...part('outage-over', until, `Outage of ${system(integration)} is over`, {
            to: recovers,
            also: (at) => {
              const since = world.outages.get(integration)?.from ?? clock.shown(at)
              world.outages.set(integration, { from: since, until: clock.shown(at) })
            }
          })
        ]
      case 'stalled':
        return [
          ...part('stalled', from, `Syncs stall: ${of}`, { to: (one, at) => isFine(one) && turns.stalls(one, at) }),
          ...part('stall-over', until, `Syncs run again: ${of}`, { to: recovers })
        ]
      case 'slow': {
        const usual = known.get(ids[0] ?? '')?.avg_sync_duration ?? null
        return [
          ...part('slow', from, `Syncs take longer: ${of}`, { to: (one, at) => lasts(one, at, times(usual, factor)) }),
          ...part('slow-over', until, `Syncs are as fast as before: ${of}`, { to: (one, at) => lasts(one, at, usual) })
        ]
      }
      case 'frozen':
        return [
          ...part('frozen', from, `Data no longer changes: ${of}`),
          ...part('frozen-over', until, `Data changes again: ${of}`)
        ]
      case 'drop':
        return [
          ...part('drop', from, `Employees are missing: ${of}`),
          ...part('drop-over', until, `Employees are back: ${of}`)
        ]
      case 'webhook': {
        const webhook = world.webhooks.find((one) => one.webhook_id === event.webhook)
        const turn = (fails: boolean) => ({ also: () => webhook && (webhook.fails = fails) })
        return [
          ...part('webhook-fails', from, `Webhook fails: ${webhook?.name}`, turn(true)),
          ...part('webhook-works', until, `Webhook works again: ${webhook?.name}`, turn(false))
        ]
      }
      case 'shape': {
        // Each integration in its own way.
        const also = () =>
          void world.reshaped.set(integration, overnight[world.reshaped.size % overnight.length] ?? 'moved')
        return part('shape', from, `${system(integration)} sends records of another shape`, { also })
      }
      case 'month-end':
        return part('month-end', from, `Month end: ${many} customers hire`)
      case 'layoff':
        return part('layoff', from, `Layoff: ${of}`)
      case 'merger':
        return [
          ...part('merger', from, `Merger: ${of} takes over ${named(ids[1])}`),
          ...part('left', until, `Customer left after a merger: ${named(ids[1])}`, {
            to: (one) => one.id === ids[1] && world.remove(one)
          })
        ]
      case 'joins':
        return [
          ...part('link-begun', from, `New customer begins to link: ${of}`, { also: (at) => arrives(newcomer, at) }),
          ...part('linked', until, `Linked: ${of}`, { to: finishes })
        ]
      case 'leaves':
        return part('left', from, `Customer left: ${of}`, { to: (one) => world.remove(one) })
    }
  }

  function breaks(one: PracticeConnector, at: number): void {
    if (isFine(one)) turns.breaks(one, at)
  }

  function relinks(one: PracticeConnector, at: number): void {
    if (one.status === 'RELINK_NEEDED') turns.links(one, at)
  }

  function finishes(one: PracticeConnector, at: number): void {
    if (one.status === 'INCOMPLETE') turns.links(one, at)
  }

  function fails(one: PracticeConnector, at: number): void {
    if (isFine(one)) life.settle(one, at, 'Failed', true)
  }

  function recovers(one: PracticeConnector, at: number): void {
    relinks(one, at)
    if (isFine(one)) life.settle(one, at, 'Done')
  }

  function lasts(one: PracticeConnector, at: number, duration: string | null): void {
    life.catchUp(one, at)
    one.avg_sync_duration = duration
  }

  function arrives(one: PracticeConnector | undefined, at: number): void {
    if (!one) return
    one.created_at = iso(clock.shown(at))
    world.add(one)
  }

  function named(id: string | undefined): string {
    const one = known.get(id ?? '')
    return one ? `${one.end_user} (${system(one.integration_slug)})` : ''
  }

  function system(slug: string): string {
    return world.integrations.find((one) => one.slug === slug)?.display_name ?? slug
  }
}

function isFine({ status, is_active }: PracticeConnector): boolean {
  return status === 'COMPLETE' && is_active
}

/** @param duration as `3 min 20 sec` */
function times(duration: string | null, factor: number): string | null {
  const [, minutes = '0', seconds = '0'] = /^(\d+) min (\d+) sec$/.exec(duration ?? '') ?? []
  const all = Math.round((Number(minutes) * 60 + Number(seconds)) * factor)
  return duration && `${Math.floor(all / 60)} min ${all % 60} sec`
}
