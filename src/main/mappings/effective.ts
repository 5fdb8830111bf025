import type { CustomField, EffectiveField, Mapping } from '../../shared/mappings/mapping'
import { cancelled } from '../base/clock'
import type { Target } from '../http/call'
import type { Place } from '../../shared/workspaces/place'
import { checkedText, refused } from './checks'
import type { Desk } from './desk'
import { quietly } from './parts'

/** Each field's source on one connector: as the service says, else by the app's own rules. */
export class EffectiveFields {
  constructor(private readonly desk: Desk) {}

  /** @throws AppError invalid-input with `fields`; the errors of finding a connector's token */
  async of(place: Place, key: string, typedModel: string, signal: AbortSignal) {
    const model = checkedText('model', typedModel, 'a model')
    const [, category] = /^(HRIS|ATS|LMS):./.exec(key) ?? []
    if (category === undefined) throw refused('scope', 'Choose a connector.')
    const target = await this.desk.workspaces.target(place.workspaceId, place.region)
    const { token } = await this.desk.finder.find(place, target, key, signal)
    const asked = { connector_token: token, category, model }
    const configured = await this.desk.reader.configuration(target, asked, signal)
    if (configured) return { fields: configured, complete: true }

    const list = await this.desk.book.list(target, signal)
    const fields = list.fields.filter(
      (one) => (one.category ?? category) === category && (one.model ?? model) === model
    )
    const { integrationSlug } = await this.desk.names.connector(place, key)
    const listed = await this.listed(target, token, integrationSlug, signal)
    const mappings = listed ?? (await this.opened(target, fields, signal))
    const complete = list.complete && listed !== null && integrationSlug !== null
    return { fields: fields.map((field) => winner(field, mappings, key, integrationSlug)), complete }
  }

  private async listed(target: Target, token: string, slug: string | null, signal: AbortSignal) {
    const own = await this.desk.reader.mappings(target, { connector_token: token }, signal)
    if (!own || slug === null) return own && own.map(({ mapping }) => mapping)
    const shared = await this.desk.reader.mappings(target, { integration_slug: slug }, signal)
    return shared && [...own, ...shared].map(({ mapping }) => mapping)
  }

  private async opened(target: Target, fields: readonly CustomField[], signal: AbortSignal): Promise<Mapping[]> {
    const mappings: Mapping[] = []
    for (const { id } of fields) {
      if (signal.aborted) throw cancelled()
      const opened = await quietly(this.desk.book.open(target, id, signal))
      mappings.push(...(opened?.mappings ?? []).map(({ mapping }) => mapping))
    }
    return mappings
  }
}

/** A connector's own mapping wins over its integration's. */
export function winner(
  { id, name, category, model }: CustomField,
  mappings: readonly Mapping[],
  key: string,
  slug: string | null
): EffectiveField {
  const of = mappings.filter(({ fieldId }) => fieldId === id)
  const own = of.find(({ scope }) => scope.kind === 'connector' && scope.key === key)
  const shared = of.find(({ scope }) => scope.kind === 'integration' && scope.slug === slug)
  const found = own ?? shared
  const source = own ? 'connector' : shared ? 'integration' : null
  const about = { fieldId: id, name, category, model, source } as const
  return { ...about, expression: found?.expression ?? null, mappingId: found?.id ?? null }
}
