import type { CollectionParam } from '../../shared/data/catalogue'
import type { QueryReader } from '../query'
import type { ModelRecord } from './roster'

/** These choose by place, or add to a record. */
const READ_ELSEWHERE = ['ids', 'remote_id', 'modified_after', 'expand', 'include_raw_data', 'include_custom_fields']
const ANY_CASE = ['first_name', 'last_name', 'work_email']

/** Records use other names. */
const OTHER_NAMES: Record<string, string> = {
  benefit_plan_category: 'benefit_plan_type',
  coverage_tier: 'coverage_level',
  email_address: 'email',
  interview: 'scheduled_interview_id',
  started_at: 'enrolled_at',
  type: 'kind'
}

export type Keep = (record: ModelRecord) => boolean

/** Undeclared filters are ignored. */
export function filtersOf(reader: QueryReader, params: readonly CollectionParam[]): Keep[] {
  return params
    .filter(({ name }) => !READ_ELSEWHERE.includes(name))
    .flatMap((param) => {
      const keep = param.type === 'datetime' ? boundOf(reader, param.name) : matchOf(reader, param)
      return keep ? [keep] : []
    })
}

/** `<field>_from` and `<field>_to` are inclusive. */
function boundOf(reader: QueryReader, name: string): Keep | undefined {
  const bound = reader.time(name)
  if (bound === undefined) return undefined
  const from = name.endsWith('_from')
  const field = name.replace(/_(from|to)$/, '')
  return (record) => {
    const at = Date.parse(String(valueOf(record, field)))
    return from ? at >= bound : at <= bound
  }
}

function matchOf(reader: QueryReader, { name, type, csv }: CollectionParam): Keep | undefined {
  const text = reader.text(name)
  const wanted = type === 'list' ? reader.all(name) : csv ? reader.csv(name) : text === undefined ? undefined : [text]
  if (!wanted) return undefined
  const plain = (value: string) => (ANY_CASE.includes(name) ? value.toLowerCase() : value)
  const among = new Set(wanted.map(plain))
  return (record) => textsOf(valueOf(record, name)).some((one) => among.has(plain(one)))
}

function valueOf(record: ModelRecord, name: string): unknown {
  const one = name.replace(/ies$/, 'y').replace(/s$/, '')
  const names = [name, `${name}_id`, `${one}_ids`, `${one}_id`, OTHER_NAMES[name] ?? '']
  return record[names.find((field) => field in record) ?? '']
}

/** A missing value is `-`, as in the real service. */
function textsOf(value: unknown): string[] {
  if (value === null || value === undefined) return ['-']
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (typeof value === 'object') return 'value' in value ? textsOf(value.value) : []
  return [String(value)]
}
