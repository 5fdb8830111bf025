import { z } from 'zod'
import { nameText } from '../../shared/own-name'
import { testedElsewhere, type Whose } from '../../shared/mappings/tested-on'
import { readConnector } from '../../shared/connectors/connector'
import type { ChangeExample, SampleOrigin } from '../../shared/mappings/lab'
import type { Mapping, MappingScope } from '../../shared/mappings/mapping'
import type { Place } from '../../shared/workspaces/place'
import { quietly, type MappingParts } from './parts'
import type { ScopeNames } from './scope-names'
import { isScope } from './in-effect'
import type { TriedSamples } from './guard-content'
import type { Trial } from './trial'
import type { ConnectorStore } from '../connectors/store'

/** Connectors that a mapping reaches, and their employees as far as the records say. */
interface Reach {
  connectors: number
  employees: number
  /** Connectors whose record has no number of employees. */
  uncounted: number
  /** Connectors with their own mapping. */
  apart: number
}

const chunk = 500

/**
 * By the newest record of each connector on this computer.
 * @param category of the field: HRIS or hris; null reaches all
 * @param apart keys of connectors with their own mapping, which wins
 */
async function reachOf(
  history: Pick<ConnectorStore, 'lastRows'>,
  place: Place,
  slug: string,
  category: string | null,
  apart: ReadonlySet<string>
): Promise<Reach> {
  const reach: Reach = { connectors: 0, employees: 0, uncounted: 0, apart: 0 }
  for (let after: number | null = 0; after !== null;) {
    const read: Awaited<ReturnType<typeof history.lastRows>> = await history.lastRows({ place, after, limit: chunk })
    for (const { key, category: of, record } of read.rows) {
      const { integrationSlug, totalEmployees } = readConnector(record)
      if (integrationSlug !== slug || (category && category.toUpperCase() !== of)) continue
      if (apart.has(key)) reach.apart++
      else {
        reach.connectors++
        reach.employees += totalEmployees ?? 0
        if (totalEmployees === null) reach.uncounted++
      }
    }
    after = read.next
  }
  return reach
}

/** A write before its confirmation. `expression` null deletes the mapping. */
export interface Wanted {
  place: Place
  category: string | null
  model: string | null
  scope: MappingScope
  mappings: readonly Mapping[]
  expression: string | null
  /** The sample that the operator tested on; null for none. */
  sampleId: string | null
  samples: TriedSamples
}

export interface Impact {
  facts: [name: string, value: string][]
  warnings: string[]
  /** Keys of connectors that it names. */
  about: string[]
}

const impact = z.object({
  facts: z.array(z.tuple([nameText, z.string()])),
  warnings: z.array(z.string()),
  about: z.array(z.string())
})

const nothing = '`null`'

/** The effect of a write on customers, worked out in main, because a page could claim anything. */
export class Impacts {
  constructor(
    private readonly parts: Pick<MappingParts, 'history' | 'trial' | 'masker'>,
    private readonly names: ScopeNames
  ) {}

  async of(wanted: Wanted, signal: AbortSignal): Promise<Impact> {
    const { scope, mappings, expression, sampleId } = wanted
    const whose = await this.whose(wanted.place, originOf(scope, wanted.category, wanted.model))
    const own = mappings.find((one) => isScope(one.scope, scope))
    const shared =
      whose.connector && mappings.find((one) => isScope(one.scope, { kind: 'integration', slug: whose.slug }))
    const facts: Impact['facts'] = [...(await this.affected(wanted, whose))]
    if (shared && !own) facts.push(['Until now', `${shared.expression}, of the whole integration`])
    if (shared && expression === null) facts.push(['From then on', `${shared.expression}, of the whole integration`])
    facts.push(...keptSamples(wanted.samples))
    const question = {
      place: wanted.place,
      expression: expression ?? shared?.expression ?? nothing,
      saved: own?.expression ?? shared?.expression ?? nothing
    }
    const tried = sampleId && (await quietly(this.parts.trial({ ...question, setId: sampleId }, signal)))
    const sample = tried
      ? await this.tried(wanted.place, whose, tried)
      : { facts: [], warnings: [notTried(expression)], about: [] }
    return this.parts.masker.clean(impact, {
      ...sample,
      facts: [...facts, ...sample.facts],
      warnings: sample.warnings.filter((warning) => warning !== '')
    })
  }

  private async affected({ place, scope, category, mappings }: Wanted, whose: Whose): Promise<Impact['facts']> {
    if (scope.kind === 'connector') {
      const record = scope.key && (await quietly(this.parts.history.lastRecord({ place, key: scope.key })))
      const employees = record ? readConnector(record).totalEmployees : null
      return [['Affects', employees === null ? '1 connector' : `1 connector, ${counted(employees, 'employee')}`]]
    }
    const keys = mappings.flatMap((one) => (one.scope.kind === 'connector' && one.scope.key) || [])
    const reach = await quietly(reachOf(this.parts.history, place, scope.slug, category, new Set(keys)))
    if (!reach) return [['Affects', `All connectors of ${whose.integration}; how many is not known`]]
    const who = [counted(reach.connectors, `${whose.integration} connector`), ...employeesOf(reach)].join(', ')
    if (reach.connectors + reach.apart === 0)
      return [['Affects', `All connectors of ${whose.integration}; this computer knows none`]]
    const apart = counted(reach.apart, 'connector')
    return [
      ['Affects', who],
      ...(reach.apart > 0 ? [['Not affected', `${apart} with a mapping of their own`] as [string, string]] : [])
    ]
  }

  private async tried(place: Place, scope: Whose, { set, result }: Trial): Promise<Impact> {
    const sample = set.of && (await this.whose(place, set.of))
    const { change, filled, records } = result
    const warnings = [testedElsewhere(sample, scope) ?? '']
    if (set.itemsOf !== null) warnings.push('Tested on items of a list only: the API evaluates the whole payload.')
    if (filled === 0) warnings.push('No sample record gets a value.')
    else if (change && change.lose > 0) warnings.push(`${counted(change.lose, 'sample record')} lose their value.`)
    const facts: Impact['facts'] = [['Tested on', `${set.name}: ${counted(records, 'record')}`]]
    if (change) {
      const { stay, become, lose, stillNull, examples } = change
      const counts = {
        unchanged: stay,
        changed: change.change,
        'newly filled': become,
        'become null': lose,
        'still empty': stillNull
      }
      const said = Object.entries(counts).flatMap(([what, many]) => (many > 0 ? `${count(many)} ${what}` : []))
      facts.push(['Values', said.join(', ')])
      for (const [kind, name] of kinds) facts.push([name, examplesOf(examples, kind)])
    }
    return { facts: facts.filter(([, value]) => value !== ''), warnings, about: set.of?.key ? [set.of.key] : [] }
  }

  private async whose(place: Place, { slug: given, category, model, key }: Origin): Promise<Whose> {
    const known = key === null ? null : await this.names.connector(place, key)
    const slug = given || known?.integrationSlug || ''
    const integration = slug && (await this.names.integration(place, slug))
    return { slug, category, model, integration, connector: key === null ? null : { key, name: known?.endUser ?? key } }
  }
}

type Origin = Omit<SampleOrigin, 'category'> & Pick<Whose, 'category'>

function originOf(scope: MappingScope, category: string | null, model: string | null): Origin {
  if (scope.kind === 'integration')
    return { slug: scope.slug, category: category?.toUpperCase() ?? null, model, key: null }
  const { key } = scope
  return { slug: '', category: key?.slice(0, key.indexOf(':')) ?? null, model, key }
}

const kinds = [
  ['change', 'Changes'],
  ['become', 'Newly filled'],
  ['lose', 'Becomes null']
] as const

const examplesOf = (examples: readonly ChangeExample[], of: ChangeExample['kind']) =>
  examples
    .filter(({ kind }) => kind === of)
    .map(({ label, before, now }) => `${label}: ${before} → ${now}`)
    .join('; ')

function keptSamples({ tried, closed }: TriedSamples): Impact['facts'] {
  const said = tried > 0 ? [`${count(tried)} tried: as expected`] : []
  if (closed > 0) said.push(`${count(closed)} of colleagues not tried: encrypted under another token`)
  return said.length > 0 ? [['Kept samples', said.join('; ')]] : []
}

const notTried = (expression: string | null) => (expression === null ? '' : 'Not tested on any sample data.')

/** Only HRIS records have employees. */
const employeesOf = ({ employees, uncounted, connectors }: Reach) =>
  uncounted === connectors ? [] : [`${uncounted > 0 ? 'at least ' : ''}${counted(employees, 'employee')}`]

const count = (many: number) => many.toLocaleString('en')
const counted = (many: number, one: string) => `${count(many)} ${one}${many === 1 ? '' : 's'}`
